package fontfolder

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestFindSpecial(t *testing.T) {
	outside := t.TempDir()
	file := filepath.Join(outside, "file")
	pipe := filepath.Join(outside, "pipe")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		target string // target of the link "a.ttf" in the folder
		want   string // path that is found, relative to the folder; empty if none
	}{
		"a link to a file":         {file, ""},
		"a link to a pipe":         {pipe, "a.ttf"},
		"a link to a device":       {"/dev/zero", "a.ttf"},
		"a link that leads round":  {".", ""},
		"a link to nothing":        {"/nonexistent", ""},
		"a folder that has a pipe": {outside, "a.ttf/pipe"},
	} {
		folder := t.TempDir()
		if err := os.Symlink(test.target, filepath.Join(folder, "a.ttf")); err != nil {
			t.Fatal(err)
		}
		want := ""
		if test.want != "" {
			want = filepath.Join(folder, test.want)
		}
		if got := FindSpecial(folder); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
