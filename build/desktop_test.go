package build_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"lectern/backend/filetype"
)

// The desktop entry names all that the window takes, so that file managers offer it for those.
func TestDesktopEntry(t *testing.T) {
	text, err := os.ReadFile("lectern.desktop")
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if key, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok {
			values[key] = value
		}
	}
	if values["Exec"] != "lectern-desktop %F" || values["Type"] != "Application" {
		t.Errorf("the entry is %v", values)
	}
	named := strings.Split(values["MimeType"], ";")
	for _, kind := range filetype.All() {
		if !slices.Contains(named, kind.MediaType()) {
			t.Errorf("it does not name %s", kind.MediaType())
		}
	}
	for language := range map[string]bool{"de": true, "es": true, "fi": true, "fr": true, "ja": true} {
		if values["Comment["+language+"]"] == "" {
			t.Errorf("it says nothing in %s", language)
		}
	}
}
