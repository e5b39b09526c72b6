package library

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// writeLibrary creates the parts of a library. The argument whose is the text of each part. If closed is true, there is
// no write-ahead log, because the library was closed properly.
func writeLibrary(t *testing.T, folder, whose string, closed bool) {
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

// listFiles returns the contents of the parts of a library, by name.
func listFiles(t *testing.T, folder string) map[string]string {
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

// isOf reports whether a folder contains exactly the parts that writeLibrary creates with the same arguments.
func isOf(t *testing.T, folder, whose string, closed bool) bool {
	t.Helper()
	wanted := t.TempDir()
	writeLibrary(t, wanted, whose, closed)
	found, want := listFiles(t, folder), listFiles(t, wanted)
	for _, name := range libraryParts() {
		if found[name] != want[name] {
			return false
		}
	}
	return true
}

// TestReplaceBrokenOff interrupts the replacement of a library after each of its steps, and repeats it. At no moment
// may the folder have an incomplete library.
//
// SECURITY.md, promise 29 (backup and restore)
func TestReplaceBrokenOff(t *testing.T) {
	for broken := range len((replacement{&Folder{}}).steps()) + 1 {
		f := &Folder{Path: t.TempDir()}
		writeLibrary(t, f.Path, "old", false)
		writeLibrary(t, f.restored(), "new", true)
		for _, step := range (replacement{f}).steps()[:broken] {
			if err := step(); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := FindDatabase(f.Path); err == nil && !isOf(t, f.Path, "old", false) && !isOf(t, f.Path, "new", true) {
			t.Errorf("after %d steps one finds %v", broken, listFiles(t, f.Path))
		}
		if _, err := DatabasePath(f.Path); err == nil && !isOf(t, f.Path, "old", false) && !isOf(t, f.Path, "new", true) {
			t.Errorf("after %d steps one makes a library beside %v", broken, listFiles(t, f.Path))
		}
		if err := f.applyRestore(); err != nil {
			t.Fatalf("after %d steps: %v", broken, err)
		}
		if !isOf(t, f.Path, "new", true) {
			t.Errorf("after %d steps, and all again, there is %v", broken, listFiles(t, f.Path))
		}
		replaced, err := filepath.Glob(filepath.Join(f.Path, replacedDir+"*"))
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

// TestReplaceByAnIncompleteLibrary checks that a missing or an empty restored library does not replace the present one.
//
// SECURITY.md, promise 29 (backup and restore)
func TestReplaceByAnIncompleteLibrary(t *testing.T) {
	f := &Folder{Path: t.TempDir()}
	writeLibrary(t, f.Path, "old", false)
	for range 2 {
		if err := f.applyRestore(); err != nil {
			t.Fatal(err)
		}
		if !isOf(t, f.Path, "old", false) {
			t.Errorf("there is %v", listFiles(t, f.Path))
		}
		if err := os.MkdirAll(f.restored(), 0o700); err != nil {
			t.Fatal(err)
		}
	}
}

// TestReplaceThatCannotBe makes the move of one part after another fail. The present library must be complete after the
// start at which the move fails, and also after the next start, even if the restored library is removed between the two
// starts.
//
// SECURITY.md, promise 29 (backup and restore)
func TestReplaceThatCannotBe(t *testing.T) {
	for _, name := range libraryParts() {
		for _, removed := range []bool{false, true} {
			f := &Folder{Path: t.TempDir()}
			writeLibrary(t, f.Path, "old", false)
			writeLibrary(t, f.restored(), "new", true)
			taken := func() { makeFolder(t, filepath.Join(f.replacing(), name, "taken")) }
			taken()
			wantKept(t, f, name)
			if removed {
				if err := os.RemoveAll(f.restored()); err != nil {
					t.Fatal(err)
				}
			} else {
				taken()
			}
			again := &Folder{Path: f.Path}
			if removed {
				if err := again.applyRestore(); err != nil || again.restoreErr != nil {
					t.Errorf("%s: with nothing to restore: %v, %v", name, err, again.restoreErr)
				}
			} else {
				wantKept(t, again, name)
			}
			if !isOf(t, f.Path, "old", false) {
				t.Errorf("%s, restored removed %t: there is %v", name, removed, listFiles(t, f.Path))
			}
		}
	}
}

// wantKept checks that a failed replacement has left both libraries unchanged, and that the cause of the failure was
// recorded.
func wantKept(t *testing.T, f *Folder, name string) {
	t.Helper()
	if err := f.applyRestore(); err != nil {
		t.Errorf("%s: it is not as before: %v", name, err)
	}
	if f.restoreErr == nil {
		t.Errorf("%s: it has nothing to say", name)
	}
	if !isOf(t, f.Path, "old", false) || !isOf(t, f.restored(), "new", true) {
		t.Errorf("%s: there is %v, and restored %v", name, listFiles(t, f.Path), listFiles(t, f.restored()))
	}
	if err := checkNotReplacing(f.Path); err != nil {
		t.Errorf("%s: %v", name, err)
	}
}

func makeFolder(t *testing.T, path string) {
	t.Helper()
	if err := os.MkdirAll(path, 0o700); err != nil {
		t.Fatal(err)
	}
}

// TestReplaceWithoutItsBeginning puts a file in the place of the folder into which the present library is moved, so
// that the first step fails. Both libraries must be kept.
//
// SECURITY.md, promise 29 (backup and restore)
func TestReplaceWithoutItsBeginning(t *testing.T) {
	f := &Folder{Path: t.TempDir()}
	writeLibrary(t, f.Path, "old", false)
	writeLibrary(t, f.restored(), "new", true)
	if err := os.WriteFile(f.replacing(), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	wantKept(t, f, replacingDir)
}

// TestReplaceRollsBackWithoutRestoredLibrary removes the restored library after each step that moves a part of the
// present library. The present library must be moved back, and no empty library may be created.
//
// SECURITY.md, promise 29 (backup and restore)
func TestReplaceRollsBackWithoutRestoredLibrary(t *testing.T) {
	for broken := range 1 + len(libraryParts()) + 1 {
		f := &Folder{Path: t.TempDir()}
		writeLibrary(t, f.Path, "old", false)
		writeLibrary(t, f.restored(), "new", true)
		for _, step := range (replacement{f}).steps()[:broken] {
			if err := step(); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.RemoveAll(f.restored()); err != nil {
			t.Fatal(err)
		}
		if err := f.applyRestore(); err != nil || !isOf(t, f.Path, "old", false) {
			t.Errorf("after %d steps: %v, and there is %v", broken, err, listFiles(t, f.Path))
		}
		if err := checkNotReplacing(f.Path); err != nil {
			t.Errorf("after %d steps: %v", broken, err)
		}
	}
}

// TestReplaceThatCannotGoBack moves the content of a library away, and mounts a disk at its former place. The advice in
// the error must not lead to the loss of content, and the library must be complete again after the disk is unmounted.
//
// SECURITY.md, promise 29 (backup and restore)
func TestReplaceThatCannotGoBack(t *testing.T) {
	f := &Folder{Path: t.TempDir()}
	writeLibrary(t, f.Path, "old", false)
	writeLibrary(t, f.restored(), "new", true)
	for _, step := range (replacement{f}).steps()[:2] {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	mountDisk(t, f.content())
	err := f.applyRestore()
	if err == nil || strings.Contains(err.Error(), f.restored()) || !strings.Contains(err.Error(), "do not change that folder") {
		t.Errorf("the message is %v", err)
	}
	if err := errors.Join(syscall.Unmount(f.content(), 0), os.RemoveAll(f.restored())); err != nil {
		t.Fatal(err)
	}
	if err := f.applyRestore(); err != nil || !isOf(t, f.Path, "old", false) {
		t.Errorf("later: %v, and there is %v", err, listFiles(t, f.Path))
	}
}

// mountDisk mounts a disk at a folder until the test ends.
func mountDisk(t *testing.T, path string) {
	t.Helper()
	makeFolder(t, path)
	if err := syscall.Mount("tmpfs", path, "tmpfs", 0, "size=1m"); err != nil {
		t.Skipf("needs to mount a disk, which only root may: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(path, syscall.MNT_DETACH) })
}

// TestSetAsideTwiceWithinASecond sets two libraries aside within one second, so that their folders would get the same
// name. Both libraries must be kept.
//
// SECURITY.md, promise 29 (backup and restore)
func TestSetAsideTwiceWithinASecond(t *testing.T) {
	f := &Folder{Path: t.TempDir()}
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.FixedZone("", 3600))
	var names []string
	for range 3 {
		path := replacement{f}.asidePath(replacedDir, now)
		makeFolder(t, path)
		names = append(names, filepath.Base(path))
	}
	if want := []string{"replaced-20260102-020405", "replaced-20260102-020405-2", "replaced-20260102-020405-3"}; !slices.Equal(names, want) {
		t.Errorf("they are called %v, want %v", names, want)
	}
}

// TestReplaceWithAPersonsFolders starts a server on a data folder in which the user has created a folder with an older
// database and a backup. The folder has the name of one of the folders of a replacement. The start must not overwrite
// or delete anything.
//
// SECURITY.md, promise 29 (backup and restore)
func TestReplaceWithAPersonsFolders(t *testing.T) {
	for _, test := range []struct {
		name                       string
		bothFolders, restoredWaits bool // the user has created both folders; a restored library waits for the start
	}{{"restoring", false, false}, {"restoring, and a library waits", false, true}, {"both", true, false}} {
		t.Run(test.name, func(t *testing.T) {
			f := &Folder{Path: t.TempDir()}
			writeLibrary(t, f.Path, "old", false)
			persons := []string{f.restoring()}
			if test.bothFolders {
				persons = append(persons, f.replacing())
			}
			for _, path := range persons {
				writeLibrary(t, path, "a person's", true)
				if err := os.WriteFile(filepath.Join(path, "b2.tar"), []byte("backup"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want := "old"
			if test.restoredWaits {
				writeLibrary(t, f.restored(), "new", true)
				want = "new"
			}
			for range 2 {
				err := f.applyRestore()
				if whole := isOf(t, f.Path, want, test.restoredWaits); !whole || (err != nil) != test.bothFolders {
					t.Errorf("error %v, and there is %v", err, listFiles(t, f.Path))
				}
			}
			backups := findNamed(t, f.Path, "b2.tar")
			for _, path := range backups {
				if !isOf(t, filepath.Dir(path), "a person's", true) {
					t.Errorf("beside %s is %v", path, listFiles(t, filepath.Dir(path)))
				}
			}
			if len(backups) != len(persons) {
				t.Errorf("of %d backups there are %v", len(persons), backups)
			}
			if err := checkNotReplacing(f.Path); (err != nil) != test.bothFolders {
				t.Errorf("other commands: %v", err)
			}
		})
	}
}

// TestReplaceKeepsForeignFoldersApart starts a server on a data folder in which the user has created two folders with
// originals. The folders have the names of the folders of a replacement. The library in the data folder has no
// originals. The user's originals must not be moved into the library.
//
// SECURITY.md, promise 29 (backup and restore)
func TestReplaceKeepsForeignFoldersApart(t *testing.T) {
	f := &Folder{Path: t.TempDir()}
	writeLibrary(t, f.Path, "old", false)
	if err := os.RemoveAll(filepath.Join(f.content(), "ab")); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{f.restoring(), f.replacing()} {
		writeLibrary(t, path, "a person's", true)
	}
	for range 2 {
		err := f.applyRestore()
		if err == nil || !strings.Contains(err.Error(), "your own folder") {
			t.Errorf("the message is %v", err)
		}
		for _, path := range []string{f.restoring(), f.replacing()} {
			if !isOf(t, path, "a person's", true) {
				t.Errorf("in %s there is %v", path, listFiles(t, path))
			}
		}
	}
}

// TestReplaceKeepsOtherFiles checks that a file of another program in the folder of the restored library is kept.
func TestReplaceKeepsOtherFiles(t *testing.T) {
	f := &Folder{Path: t.TempDir()}
	writeLibrary(t, f.Path, "old", false)
	writeLibrary(t, f.restored(), "new", true)
	if err := os.WriteFile(filepath.Join(f.restored(), "b2.tar"), []byte("backup"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := f.applyRestore(); err != nil || !isOf(t, f.Path, "new", true) {
		t.Errorf("error %v, and there is %v", err, listFiles(t, f.Path))
	}
	if found := findNamed(t, f.Path, "b2.tar"); len(found) != 1 || isFolder(f.restoring()) {
		t.Errorf("the backup is in %v", found)
	}
}

// findNamed returns the paths of the files with the given name that are in subfolders of a folder.
func findNamed(t *testing.T, folder, name string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(folder, "*", name))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// bind covers the file or folder at path by a bind mount, until [unbind] is called or the test ends. The argument over
// is the path of the file or folder that appears there instead.
func bind(t *testing.T, over, path string) {
	t.Helper()
	if err := syscall.Mount(over, path, "", syscall.MS_BIND, ""); err != nil {
		t.Skipf("needs to mount, which only root may: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(path, syscall.MNT_DETACH) })
}

func unbind(t *testing.T, path string) {
	t.Helper()
	if err := syscall.Unmount(path, 0); err != nil {
		t.Fatal(err)
	}
}
