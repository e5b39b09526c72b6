package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"path/filepath"
	"testing"
)

// TestFailuresAreToldInTheLanguageOfWhoAsks asks in languages why a document has failed, why one
// was refused and why a file was not taken. The message stays English.
func TestFailuresAreToldInTheLanguageOfWhoAsks(t *testing.T) {
	s := start(t)
	_, text := s.call(http.MethodPost, "/document/upload?filename=a.docx", nil, bytes.NewReader(sample(t, "protected.docx")))
	id := s.wait(decode(t, text).ID).ID
	gone := filepath.Join(t.TempDir(), "gone.pdf")
	for _, test := range []struct {
		name, method, path, body string
		local                    bool
		message, french, finnish string
	}{
		{"a failed document", http.MethodGet, "/document/" + id + "?details=true", "", false, "The document is password-protected.",
			"Le document est protégé par un mot de passe.", "Asiakirja on suojattu salasanalla."},
		{"one without details", http.MethodGet, "/document/" + id, "", false, "The document is password-protected.", "", ""},
		{"a refused document", http.MethodPost, "/document/upload?filename=a.pdf", "", false, "The file is empty.",
			"Le fichier est vide.", "Tiedosto on tyhjä."},
		{"what callers alone are told", http.MethodGet, "/document/nothing", "", false, `There is no document "nothing".`, "", ""},
		{"a file", http.MethodPost, "/intake", `{"paths":["` + gone + `"]}`, true, "The file is not there any more.",
			"Le fichier n’est plus là.", "Tiedostoa ei enää ole."},
		{"a folder", http.MethodPost, "/folder", `{"path":"/"}`, true, "/ is the whole computer: choose a folder in it.",
			"/ est l’ordinateur entier\u202f: choisissez un dossier qui s’y trouve.", "/ on koko tietokone. Valitse jokin sen kansioista."},
	} {
		for language, want := range map[string]string{"fr-CA": test.french, "nl, fi;q=0.3": test.finnish, "en": "", "nl": ""} {
			header := http.Header{}
			if test.local {
				header = s.local()
			}
			header.Set("Accept-Language", language)
			_, answer := s.call(test.method, test.path, header, bytes.NewReader([]byte(test.body)))
			told := lineWithMessage(t, answer)
			if told["message"] != test.message || told["localMessage"] != optional(want) {
				t.Errorf("%s in %s: %v, want %q and %q", test.name, language, told, test.message, want)
			}
		}
	}
}

// optional is what JSON's object has under a name; nil for an empty text, which it leaves out.
func optional(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// lineWithMessage gives the object of an answer, or the one of its lines, that has a message.
func lineWithMessage(t *testing.T, answer []byte) map[string]any {
	t.Helper()
	for line := range bytes.Lines(answer) {
		var object map[string]any
		if err := json.Unmarshal(line, &object); err != nil {
			t.Fatalf("%v: %s", err, answer)
		}
		if object["message"] != nil {
			return object
		}
	}
	t.Fatalf("without a message: %s", answer)
	return nil
}
