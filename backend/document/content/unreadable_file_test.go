package content

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"lectern/backend/internal/fault"
)

// TestContentThatCannotBeOpened replaces a content file, or its folder, by a pipe, a link, a folder or an unreadable
// file. Opening it fails as damaged or missing, without blocking. Adding the same bytes again repairs it, and moves the
// obstacle aside.
//
// SECURITY.md, promise 56 (verified backups)
func TestContentThatCannotBeOpened(t *testing.T) {
	for name, test := range map[string]struct {
		block func(path string) error
		aside int // number of files moved aside
	}{
		"a pipe":               {func(path string) error { return errors.Join(os.Remove(path), syscall.Mkfifo(path, 0o600)) }, 1},
		"a link to itself":     {func(path string) error { return errors.Join(os.Remove(path), os.Symlink(path, path)) }, 1},
		"a link to a device":   {func(path string) error { return errors.Join(os.Remove(path), os.Symlink("/dev/zero", path)) }, 1},
		"an empty folder":      {func(path string) error { return errors.Join(os.Remove(path), os.Mkdir(path, 0o700)) }, 0},
		"a folder":             {blockWithFolder, 1},
		"a file as its folder": {blockFolder, 1},
		"no permission":        {func(path string) error { return os.Chmod(path, 0) }, 0},
	} {
		t.Run(name, func(t *testing.T) {
			content, dir, _ := newTestContent(t)
			checker := NewChecker(content, nil)
			aside := t.TempDir()
			content.objects.setAside = NewSetAside(dir, aside)
			key, _, err := content.Add(t.Context(), strings.NewReader("the same"), 100)
			if err == nil {
				err = test.block(filepath.Join(dir, key))
			}
			if err != nil {
				t.Fatal(err)
			}
			if name == "no permission" && os.Geteuid() == 0 {
				t.Skip("root may read each file")
			}
			if _, err := content.Open(t.Context(), key); !fault.Is(err, fault.Missing) {
				t.Errorf("it is opened with the error %v", err)
			}
			if condition, err := checker.verifyStored(t.Context(), key); condition == Intact || err != nil {
				t.Errorf("the comparison: the message is %q, %v", condition, err)
			}
			if there, err := checker.exists(t.Context(), key); err != nil {
				t.Errorf("it is looked for: %t, %v", there, err)
			}
			if _, _, err := content.Add(t.Context(), strings.NewReader("the same"), 100); err != nil {
				t.Fatalf("the same bytes again: %v", err)
			}
			file, err := content.Open(t.Context(), key)
			if err != nil {
				t.Fatalf("it is opened afterwards with the error %v", err)
			}
			_ = file.Close()
			if n := countFiles(t, aside); n != test.aside {
				t.Errorf("%d files are set aside, want %d", n, test.aside)
			}
			if err := test.block(filepath.Join(dir, key)); err != nil {
				t.Fatal(err)
			}
			if err := content.Remove(t.Context(), key); err != nil {
				t.Errorf("it is removed: %v", err)
			}
		})
	}
}

func blockWithFolder(path string) error {
	return errors.Join(os.Remove(path), os.Mkdir(path, 0o700), os.WriteFile(filepath.Join(path, "file"), nil, 0o600))
}

func blockFolder(path string) error {
	folder := filepath.Dir(path)
	return errors.Join(os.RemoveAll(folder), os.WriteFile(folder, nil, 0o600))
}
