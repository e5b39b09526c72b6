package backend

import (
	"os"
	"path/filepath"
	"testing"
)

// lay makes the parts of a library, each of which says whose it is. It has no write-ahead log where
// it was closed.
func lay(t *testing.T, folder, whose string, closed bool) {
	t.Helper()
	for _, name := range libraryParts() {
		path := filepath.Join(folder, name)
		switch name {
		case contentDir:
			path = filepath.Join(path, "ab", "cd")
		case databaseFile, sealKeyFile:
		default:
			if closed {
				continue
			}
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(whose), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// laid gives whose the parts of a library are, by their names.
func laid(t *testing.T, folder string) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, name := range libraryParts() {
		path := filepath.Join(folder, name)
		if name == contentDir {
			path = filepath.Join(path, "ab", "cd")
		}
		if text, err := os.ReadFile(path); err == nil {
			found[name] = string(text)
		}
	}
	return found
}

// isOf tells whether a folder has all of a library, as lay makes it, and nothing of another one.
func isOf(t *testing.T, folder, whose string, closed bool) bool {
	t.Helper()
	wanted := t.TempDir()
	lay(t, wanted, whose, closed)
	found, want := laid(t, folder), laid(t, wanted)
	for _, name := range libraryParts() {
		if found[name] != want[name] {
			return false
		}
	}
	return true
}

// TestExchangeBrokenOff breaks the exchange of libraries off after each of its steps, and does it
// again. Meanwhile nobody finds half a library.
//
// promise 29
func TestExchangeBrokenOff(t *testing.T) {
	for broken := range len((&folder{}).exchangeSteps()) + 1 {
		f := &folder{path: t.TempDir()}
		lay(t, f.path, "old", false)
		lay(t, f.restored(), "new", true)
		for _, step := range f.exchangeSteps()[:broken] {
			if err := step(); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := FindDatabase(f.path); err == nil && !isOf(t, f.path, "old", false) && !isOf(t, f.path, "new", true) {
			t.Errorf("after %d steps one finds %v", broken, laid(t, f.path))
		}
		if _, err := DatabasePath(f.path); err == nil && !isOf(t, f.path, "old", false) && !isOf(t, f.path, "new", true) {
			t.Errorf("after %d steps one makes a library beside %v", broken, laid(t, f.path))
		}
		if err := f.exchange(); err != nil {
			t.Fatalf("after %d steps: %v", broken, err)
		}
		if !isOf(t, f.path, "new", true) {
			t.Errorf("after %d steps, and all again, there is %v", broken, laid(t, f.path))
		}
		replaced, err := filepath.Glob(filepath.Join(f.path, replacedDir+"*"))
		if err != nil || len(replaced) != 1 || !isOf(t, replaced[0], "old", false) {
			t.Errorf("after %d steps, and all again, %v was set aside", broken, replaced)
		}
		for _, left := range []string{f.restored(), f.replacing(), f.restoring()} {
			if _, err := os.Lstat(left); err == nil {
				t.Errorf("after %d steps, and all again, %s is there", broken, left)
			}
		}
	}
}

// TestNoExchange has nothing to put in place, or what is no library.
//
// promise 29
func TestNoExchange(t *testing.T) {
	f := &folder{path: t.TempDir()}
	lay(t, f.path, "old", false)
	for range 2 {
		if err := f.exchange(); err != nil {
			t.Fatal(err)
		}
		if !isOf(t, f.path, "old", false) {
			t.Errorf("there is %v", laid(t, f.path))
		}
		if err := os.MkdirAll(f.restored(), 0o700); err != nil {
			t.Fatal(err)
		}
	}
}

// TestExchangeThatCannotBe has a content that cannot be moved, since its place is taken.
//
// promise 29
func TestExchangeThatCannotBe(t *testing.T) {
	f := &folder{path: t.TempDir()}
	lay(t, f.path, "old", false)
	lay(t, f.restored(), "new", true)
	if err := os.WriteFile(f.replacing(), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := f.exchange(); err == nil {
		t.Error("it has nothing to say")
	}
	if !isOf(t, f.path, "old", false) || !isOf(t, f.restored(), "new", true) {
		t.Errorf("there is %v", laid(t, f.path))
	}
}
