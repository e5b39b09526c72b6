package app

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The bridge opens a document's viewer in the person's browser, with a session
// that the real server makes.
func TestOpenDocument(t *testing.T) {
	p := launch(t, screen(t))
	instance := p.instance(t)
	bridge := &Bridge{apiBase: instance.APIBase, key: instance.Key}
	if got := bridge.Connection(); got != (Connection{APIBase: instance.APIBase, Key: instance.Key}) {
		t.Errorf("got %+v", got)
	}

	opened := browser(t)
	if err := bridge.OpenDocument(post(t, bridge)); err != nil {
		t.Fatal(err)
	}
	var address string
	await(t, "the browser", func() bool {
		content, err := os.ReadFile(opened)
		address = strings.TrimSpace(string(content))
		return err == nil && address != ""
	})
	if !strings.HasPrefix(address, instance.URL+"/viewer/view?sessionId=") {
		t.Fatalf("opened %q", address)
	}
	answer, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		t.Errorf("the viewer answered %s", answer.Status)
	}
}

// browser puts a program in the place of the system's opener, which writes down
// what it is given, and says where.
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

// post uploads a document and gives its id.
func post(t *testing.T, bridge *Bridge) string {
	t.Helper()
	request, err := http.NewRequest(http.MethodPost, bridge.apiBase+"/document/upload?filename=note.rtf", strings.NewReader(`{\rtf1 Hello}`))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", bridge.key)
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

// What the server says against a document is what the person is told.
func TestOpenDocumentUnknown(t *testing.T) {
	p := launch(t, screen(t))
	instance := p.instance(t)
	bridge := &Bridge{apiBase: instance.APIBase, key: instance.Key}
	if err := bridge.OpenDocument("nothing"); err == nil || !strings.Contains(err.Error(), "document") {
		t.Errorf("got %v", err)
	}
}
