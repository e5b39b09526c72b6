package library

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"
)

// TestFolderOfAKilledServer opens a folder while a converter that outlives its server still creates temporary files.
// Opening must succeed.
//
// SECURITY.md, promise 22 (killed server)
func TestFolderOfAKilledServer(t *testing.T) {
	data := t.TempDir()
	left := filepath.Join(data, tempDir, "office-1")
	if err := os.MkdirAll(left, 0o700); err != nil {
		t.Fatal(err)
	}
	var converter sync.WaitGroup
	begun, end := make(chan bool), time.Now().Add(300*time.Millisecond)
	converter.Go(func() {
		for made := 0; made <= 100 || time.Now().Before(end); made++ {
			_ = os.MkdirAll(left, 0o700)
			if f, err := os.CreateTemp(left, ""); err == nil {
				f.Close()
			}
			if made == 100 {
				close(begun)
			}
		}
	})
	<-begun
	defer converter.Wait()
	f, err := openFolder(data)
	if err != nil {
		t.Fatal(err)
	}
	converter.Wait()
	if err := f.close(true); err != nil {
		t.Error(err)
	}
}

// TestFolderIsLetGo opens a folder whose lock the previous server releases only a moment later, as can happen after a
// server was killed.
//
// SECURITY.md, promise 22 (killed server)
func TestFolderIsLetGo(t *testing.T) {
	data := t.TempDir()
	first, err := openFolder(data)
	if err != nil {
		t.Fatal(err)
	}
	if second, err := openFolder(data); !errors.Is(err, ErrInUse) {
		t.Fatalf("a folder that is in use: %v, %v", second, err)
	}
	time.AfterFunc(releaseTime/10, func() { first.close(true) })
	second, err := openFolder(data)
	if err != nil {
		t.Fatal(err)
	}
	if err := second.close(true); err != nil {
		t.Error(err)
	}
}

// TestFolderThatWasNotClosed checks a folder that was not closed properly. The next start must treat it like the folder
// of a killed server. The start after that must not.
func TestFolderThatWasNotClosed(t *testing.T) {
	data := t.TempDir()
	for _, step := range []struct{ killed, tidy bool }{{false, true}, {false, false}, {true, true}, {false, true}} {
		f, err := openFolder(data)
		if err != nil {
			t.Fatal(err)
		}
		if f.killed != step.killed {
			t.Errorf("found as after a kill: %t, want %t", f.killed, step.killed)
		}
		if err := f.Announce(Instance{}); err != nil {
			t.Fatal(err)
		}
		if err := f.close(step.tidy); err != nil {
			t.Fatal(err)
		}
	}
}

// TestRestoreThatCannotReplaceTheLibrary mounts a disk at the content folder, so that a restored library cannot replace
// the present library. The server must start with the present library, and must record why the replacement failed.
//
// SECURITY.md, promise 29 (backup and restore)
func TestRestoreThatCannotReplaceTheLibrary(t *testing.T) {
	data := t.TempDir()
	waiting := &Folder{Path: data}
	mountDisk(t, waiting.content())
	writeLibrary(t, data, "old", false)
	writeLibrary(t, waiting.restored(), "new", true)
	for range 2 {
		f, err := openFolder(data)
		if err != nil {
			t.Fatal(err)
		}
		if !errors.Is(f.restoreErr, syscall.EBUSY) || !isOf(t, data, "old", false) || !f.RestorePending() {
			t.Errorf("the message is %v, and there is %v", f.restoreErr, listFiles(t, data))
		}
		if err := f.close(true); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLinksInTheDataFolder checks that the target of a link counts as part of the data folder only if the link has the
// name of one of Lectern's own files or folders. The targets of other links may contain backups.
func TestLinksInTheDataFolder(t *testing.T) {
	for name, isOwn := range map[string]bool{
		contentDir: true, cacheDir: true, tempDir: true, setAsideDir: true, restoredDir: true, replacingDir: true, restoringDir: true,
		replacedDir + "2026-11-26": true, strayDir + "2026-11-26": true, "scans": false, "backups": false,
	} {
		data, beside := t.TempDir(), t.TempDir()
		if err := os.Symlink(beside, filepath.Join(data, name)); err != nil {
			t.Fatal(err)
		}
		if got := IsInData(data, filepath.Join(beside, "backup.tar")); got != isOwn {
			t.Errorf("where %s leads to is in the data folder: %t", name, got)
		}
	}
}
