package api_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestFailuresAreTranslated requests, in several languages, the reasons why a document failed, an
// upload was rejected and a file was not imported. The reasons are translated, except in the field message, which is
// always English.
func TestFailuresAreTranslated(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	_, text := s.Call(http.MethodPost, "/document/upload?filename=a.docx", nil, bytes.NewReader(lecterntest.Sample(t, "protected.docx")))
	id := s.Wait(lecterntest.DecodeDocument(t, text).ID).ID
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
		{"a file", http.MethodPost, "/intake", `{"paths":["` + gone + `"]}`, true, "The file no longer exists.",
			"Le fichier n’existe plus.", "Tiedostoa ei enää ole."},
		{"a folder", http.MethodPost, "/folder", `{"path":"/"}`, true, "/ is the root of the file system. Choose a folder in it.",
			"/ est la racine du système de fichiers\u202f: choisissez un dossier qui s’y trouve.",
			"/ on tiedostojärjestelmän juuri. Valitse jokin sen kansioista."},
	} {
		for language, want := range map[string]string{"fr-CA": test.french, "nl, fi;q=0.3": test.finnish, "en": "", "nl": ""} {
			header := http.Header{}
			if test.local {
				header = s.LocalHeader()
			}
			header.Set("Accept-Language", language)
			_, answer := s.Call(test.method, test.path, header, bytes.NewReader([]byte(test.body)))
			told := lineWithMessage(t, answer)
			if told["message"] != test.message || told["localMessage"] != optional(want) {
				t.Errorf("%s in %s: %v, want %q and %q", test.name, language, told, test.message, want)
			}
		}
	}
}

// TestFolderAndWebhookErrorsAreTranslated requests, in several languages, the reasons why a folder is not
// watched, its files were not imported and a webhook was not delivered. The reasons are translated.
func TestFolderAndWebhookErrorsAreTranslated(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = io.WriteString(w, "Out to lunch.")
	}))
	defer receiver.Close()
	s := lecterntest.Start(t, "--allow-host", "127.0.0.1")
	inbox, gone := t.TempDir(), filepath.Join(t.TempDir(), "gone")
	if err := os.Mkdir(gone, 0o755); err != nil {
		t.Fatal(err)
	}
	lecterntest.WriteFile(t, filepath.Join(inbox, "protected.docx"), lecterntest.Sample(t, "protected.docx"))
	lecterntest.WriteFile(t, filepath.Join(inbox, "notes.xyz"), []byte("notes"))
	f, away := s.Watch(inbox, ""), s.Watch(gone, "")
	s.AwaitFile(f.ID, "protected.docx", "failed")
	s.AwaitFile(f.ID, "notes.xyz", "ignored")
	if err := os.Remove(gone); err != nil {
		t.Fatal(err)
	}
	s.AwaitFolder(away.ID, "missing")
	for language, want := range map[string][]string{
		"fr": {"Le document est protégé par un mot de passe.", "un type que Lectern n’affiche pas.", "Le dossier " + gone +
			" n’existe pas\u202f: ", "Le récepteur a répondu 503 Service Unavailable."},
		"de": {"Das Dokument ist mit einem Passwort geschützt.", "einen Typ, den Lectern nicht anzeigt.",
			"Der Ordner " + gone + " ist nicht vorhanden.",
			"Der Empfänger antwortete mit 503 Service Unavailable."},
	} {
		header := s.LocalHeader()
		header.Set("Accept-Language", language)
		var told strings.Builder
		for _, request := range []struct{ method, path, body string }{
			{http.MethodGet, "/folder/" + f.ID + "/arrival", ""},
			{http.MethodGet, "/folder/" + away.ID, ""},
			{http.MethodPost, "/webhook/test?url=" + url.QueryEscape(receiver.URL), ""},
		} {
			_, answer := s.Call(request.method, request.path, header, strings.NewReader(request.body))
			told.Write(answer)
		}
		for _, sentence := range append(want, "The document is password-protected.", "The receiver responded 503", "Out to lunch.") {
			if !strings.Contains(told.String(), sentence) {
				t.Errorf("in %s: %s\nis without %q", language, told.String(), sentence)
			}
		}
	}
}

// optional returns the value of a JSON field with omitempty: nil for an empty text, and otherwise the text.
func optional(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// lineWithMessage returns the first JSON object with a message in a response. The response consists of one object, or
// has one object in each line.
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

// TestDoctorFindingsAreTranslated checks that every finding of doctor is translated, except for details that are
// only a name or a path.
func TestDoctorFindingsAreTranslated(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	for language, want := range map[string]string{"de": "Schriften", "es": "fuentes", "fi": "fontit", "fr": "polices", "ja": "フォント"} {
		_, answer := s.Call(http.MethodGet, "/doctor", http.Header{"Accept-Language": {language}}, nil)
		var findings []struct{ Check, Detail, Mend, LocalCheck, LocalDetail, LocalMend string }
		if err := json.Unmarshal(answer, &findings); err != nil || len(findings) < 10 {
			t.Fatalf("%v: %s", err, answer)
		}
		for _, f := range findings {
			if f.LocalDetail == "" || f.LocalDetail == f.Detail && f.Detail != s.Data && f.Check != "PDF" && f.Check != "Office" ||
				(f.Mend != "") != (f.LocalMend != "") {
				t.Errorf("in %s: %+v", language, f)
			}
			if f.Check == "fonts" && f.LocalCheck != want {
				t.Errorf("in %s fonts are %q, want %q", language, f.LocalCheck, want)
			}
		}
	}
}
