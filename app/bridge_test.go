package app

import (
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"lectern/backend/cmd/client"
	"lectern/backend/library"
)

// A page in the window can call at most 12 methods of the program.
//
// SECURITY.md, promise 32 (bridge of the window)
func TestTheBridgeIsNarrow(t *testing.T) {
	if methods := reflect.TypeFor[*Bridge]().NumMethod(); methods > 12 {
		t.Errorf("the bridge has %d methods, more than a dozen", methods)
	}
}

// The methods of the bridge that access documents use the server of the program.
func TestBridge(t *testing.T) {
	p := launchPaged(t, screen(t))
	instance := p.instance(t)
	letter := filepath.Join(t.TempDir(), "a letter.rtf")
	if err := os.WriteFile(letter, []byte(`{\rtf1 Hello}`), 0o600); err != nil {
		t.Fatal(err)
	}
	server := &client.Client{Instance: instance}
	files, err := server.Import(t.Context(), []string{letter})
	if err != nil || len(files) != 1 || files[0].DocumentID == "" {
		t.Fatalf("%v: %v", files, err)
	}
	id := files[0].DocumentID
	if err := server.Do(t.Context(), http.MethodGet, instance.APIBase+"/document/"+id+"?wait=ready&timeout=30", nil, nil); err != nil {
		t.Fatal(err)
	}

	connection, _ := p.do(t, `return window.go.app.Bridge.Connection();`).(map[string]any)
	if connection["apiBase"] != instance.APIBase || connection["key"] != instance.Key || connection["platform"] != runtime.GOOS ||
		connection["version"] != "test" || connection["canHide"] != false {
		t.Errorf("the connection is %v", connection)
	}
	for kind, begin := range map[string]string{"pdf": "%PDF-", "original": `{\rtf1`} {
		path := filepath.Join(t.TempDir(), "saved")
		p.do(t, `await window.go.app.Bridge.Save("`+id+`", "`+kind+`", "`+path+`");`)
		if content, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(content), begin) {
			t.Errorf("the %s is %.20q: %v", kind, content, err)
		}
		if around, _ := os.ReadDir(filepath.Dir(path)); len(around) != 1 {
			t.Errorf("beside it lies %v", around)
		}
	}
	logo := filepath.Join(t.TempDir(), "logo.SVG")
	if err := os.WriteFile(logo, []byte("<svg/>"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := p.do(t, `return atob(await window.go.app.Bridge.Dropped("picture", "`+logo+`"));`); got != "<svg/>" {
		t.Errorf("the picture is %q", got)
	}
	offer := filepath.Join(t.TempDir(), "offer.DOCX")
	p.do(t, `await window.go.app.Bridge.Save(btoa("PK"), "bytes", "`+offer+`");`)
	if got := p.do(t, `return atob(await window.go.app.Bridge.Dropped("template", "`+offer+`"));`); got != "PK" {
		t.Errorf("the template is %q", got)
	}
	customers := filepath.Join(t.TempDir(), "customers.csv")
	p.do(t, `await window.go.app.Bridge.Save(btoa("name"), "bytes", "`+customers+`");`)
	if got := p.do(t, `return atob(await window.go.app.Bridge.Dropped("rows", "`+customers+`"));`); got != "name" {
		t.Errorf("the rows are %q", got)
	}
	archive := filepath.Join(t.TempDir(), "documents.zip")
	p.do(t, `await window.go.app.Bridge.Save("`+id+`,`+id+`", "archive", "`+archive+`");`)
	if bytes, err := os.ReadFile(archive); err != nil || !strings.HasPrefix(string(bytes), "PK") {
		t.Errorf("the archive begins with %.4q, %v", bytes, err)
	}
	for call, want := range map[string]string{
		`Choose("songs", "")`:                                                      "unknown kind of dialog",
		`Save("nothing", "pdf", "/tmp/x")`:                                         "document",
		`Save("` + id + `", "key", "/tmp/x")`:                                      "unknown kind of content",
		`Save("` + id + `", "pdf", "x")`:                                           "full path",
		`Save("` + id + `", "pdf", "` + filepath.Join(p.data, "lectern.db") + `")`: "another folder",
		`OpenExternal("file:///etc/passwd")`:                                       "Only web and mail",
		`OpenExternal("javascript:alert(1)")`:                                      "Only web and mail",
		`Dropped("picture", "/etc/passwd")`:                                        "not a picture",
		`Dropped("picture", "/nowhere/logo.png")`:                                  "cannot be read",
		`Dropped("template", "/etc/passwd")`:                                       "not a template",
		`Dropped("template", "/nowhere/a.docx")`:                                   "cannot be read",
		`Dropped("rows", "/etc/passwd")`:                                           "not a table",
		`Save("none,nothing", "archive", "/tmp/x")`:                                "has a file",
		`Save("t-none/none", "result", "/tmp/x")`:                                  "task",
		`Save("", "bytes", "x")`:                                                   "full path",
		`Save("", "bytes", "` + filepath.Join(p.data, "lectern.db") + `")`:         "another folder",
		`ShowInFolder("nothing")`:                                                  "document",
		`Notify("Ready", "a letter", "` + id + `")`:                                "notifications are not available",
	} {
		if said, _ := p.do(t, `await window.go.app.Bridge.`+call+`;`).(string); !strings.HasPrefix(said, "failed: ") ||
			!strings.Contains(said, want) {
			t.Errorf("%s: %q, want %q", call, said, want)
		}
	}
}

// Errors of the bridge are in the language of the window, because the page of the window shows them.
func TestBridgeSpeaksTheLanguageOfTheWindow(t *testing.T) {
	p := launchPaged(t, screen(t))
	id := post(t, p.instance(t))
	if err := (&client.Client{Instance: p.instance(t)}).Do(t.Context(), http.MethodGet, p.instance(t).APIBase+"/document/"+id+
		"?wait=ready&timeout=30", nil, nil); err != nil {
		t.Fatal(err)
	}
	large := filepath.Join(t.TempDir(), "large.png")
	if err := os.WriteFile(large, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(large, maxPicture+1); err != nil {
		t.Fatal(err)
	}
	p.do(t, `await window.go.app.Bridge.SetPreferences({ startAtLogin: false, keepRunning: false, language: "de", appearance: "system" });`)
	for call, want := range map[string]string{
		`Save("` + id + `", "pdf", "` + filepath.Join(p.data, "x.pdf") + `")`: p.data +
			" enthält die Bibliothek von Lectern. Speichern Sie in einem anderen Ordner.",
		`Save("` + id + `", "pdf", "/nowhere/x.pdf")`: "x.pdf konnte nicht gespeichert werden: open /nowhere/",
		`ShowInFolder("` + id + `")`:                  "Dieses Dokument wurde nicht aus einer Datei dieses Computers importiert.",
		`Dropped("picture", "/etc/passwd")`:           "passwd ist kein Bild.",
		`Dropped("picture", "/nowhere/logo.png")`:     "logo.png ist nicht lesbar.",
		`Dropped("picture", "` + large + `")`:         "large.png ist größer als 16,78 MB.",
		`OpenExternal("file:///etc/passwd")`:          "Nur Web- und E-Mail-Adressen können geöffnet werden.",
	} {
		if said, _ := p.do(t, `await window.go.app.Bridge.`+call+`;`).(string); !strings.HasPrefix(said, "failed: "+want) {
			t.Errorf("%s: %q, want %q", call, said, want)
		}
	}
}

// The error of a file that could not be saved describes what the user can do.
func TestUnsaved(t *testing.T) {
	for cause, want := range map[error]string{
		&fs.PathError{Err: syscall.EACCES}: "You have no permission to write to /home/zoe. Save to another folder.",
		&fs.PathError{Err: syscall.EROFS}:  "You have no permission to write to /home/zoe. Save to another folder.",
		&fs.PathError{Err: syscall.ENOSPC}: "There is not enough space for a.pdf in /home/zoe. Free some space, then try again.",
		errors.New("it broke off"):         "a.pdf could not be saved: it broke off",
	} {
		if got := explainSaveError("/home/zoe/a.pdf", cause).Error(); got != want {
			t.Errorf("%v: got %q, want %q", cause, got, want)
		}
	}
}

// ShowInFolder opens the folder of a document's original file, with the file selected. Web addresses open in the
// browser.
func TestOpenExternal(t *testing.T) {
	display := screen(t)
	opened := browser(t)
	p := launchPaged(t, display)
	letter := filepath.Join(t.TempDir(), "l\xe9tter", "l\xe9tter.rtf") // encoded in Latin-1
	if err := os.Mkdir(filepath.Dir(letter), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(letter, []byte(`{\rtf1 Hello}`), 0o600); err != nil {
		t.Fatal(err)
	}
	files, err := (&client.Client{Instance: p.instance(t)}).Import(t.Context(), []string{letter})
	if err != nil {
		t.Fatal(err)
	}
	for call, want := range map[string]string{
		`ShowInFolder("` + files[0].DocumentID + `")`: filepath.Dir(letter),
		`OpenExternal("https://example.com/a")`:       "https://example.com/a",
		`OpenExternal("mailto:ada@example.com")`:      "mailto:ada@example.com",
	} {
		if said := p.do(t, `await window.go.app.Bridge.`+call+`;`); said != nil {
			t.Errorf("%s: %v", call, said)
		}
		await(t, want, func() bool {
			content, err := os.ReadFile(opened)
			return err == nil && strings.TrimSpace(string(content)) == want
		})
	}
	if err := os.Remove(letter); err != nil {
		t.Fatal(err)
	}
	if said, _ := p.do(t, `await window.go.app.Bridge.ShowInFolder("`+files[0].DocumentID+`");`).(string); !strings.Contains(said,
		"no longer at") {
		t.Errorf("a file that has gone: the message is %q", said)
	}
}

// browser replaces the program that opens web addresses by a program that writes its argument to a file. It returns the
// path of the file.
func browser(t *testing.T) (opened string) {
	t.Helper()
	dir := t.TempDir()
	opened = filepath.Join(dir, "opened")
	script := "#!/bin/sh\necho \"$1\" > '" + opened + ".new' && mv '" + opened + ".new' '" + opened + "'\n"
	if err := os.WriteFile(filepath.Join(dir, "xdg-open"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	return opened
}

// post uploads a document and returns its id.
func post(t *testing.T, instance library.Instance) string {
	t.Helper()
	request, err := http.NewRequest(http.MethodPost, instance.APIBase+"/document/upload?filename=note.rtf", strings.NewReader(`{\rtf1 Hello}`))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", instance.Key)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var document struct{ ID string }
	if err := json.NewDecoder(answer.Body).Decode(&document); err != nil || document.ID == "" {
		t.Fatalf("%s: %v", answer.Status, err)
	}
	return document.ID
}
