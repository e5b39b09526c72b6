package library

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/internal/fault"
)

// restorer returns a library that can only restore backups, and the log to which it writes.
func restorer(t *testing.T) (*Library, *bytes.Buffer) {
	t.Helper()
	var logged bytes.Buffer
	l := &Library{Folder: &Folder{Path: t.TempDir()}, config: Config{Log: slog.New(slog.NewTextHandler(&logged, nil))}}
	makeFolder(t, l.Folder.Temp())
	return l, &logged
}

// backupFile returns the path of a sparse file with the given size, in bytes.
func backupFile(t *testing.T, size int64) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "backup.tar")
	if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Truncate(path, size)); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestRestoreWithoutRoom restores a backup that is larger than the free space, and a backup that would leave too little
// free space.
//
// SECURITY.md, promise 29 (backup and restore)
func TestRestoreWithoutRoom(t *testing.T) {
	l, _ := restorer(t)
	mountDisk(t, l.Folder.Path) // a disk of one megabyte
	makeFolder(t, l.Folder.Temp())
	for _, size := range []int64{2 << 20, 1} {
		_, err := l.Restore(t.Context(), backupFile(t, size), false)
		if !fault.Is(err, fault.NoSpace) || !strings.Contains(err.Error(), "not enough space") {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
}

// TestRestoreToADiskOfItsOwn restores a backup while a part of the present library is a mount point. The restore must
// fail, because the next start could not move that part.
//
// SECURITY.md, promise 29 (backup and restore)
func TestRestoreToADiskOfItsOwn(t *testing.T) {
	l, _ := restorer(t)
	writeLibrary(t, l.Folder.Path, "old", false)
	path := backupFile(t, 0)
	if _, err := l.Restore(t.Context(), path, false); !strings.Contains(err.Error(), "not restored") {
		t.Errorf("what is no backup: %v", err)
	}
	for _, name := range []string{contentDir, sealKeyFile, databaseFile} {
		part := filepath.Join(l.Folder.Path, name)
		over := filepath.Join(t.TempDir(), "over")
		if name == contentDir {
			makeFolder(t, over)
		} else if err := os.WriteFile(over, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		bind(t, over, part)
		if _, err := l.Restore(t.Context(), path, false); !fault.Is(err, fault.Invalid) ||
			!strings.Contains(err.Error(), part+" is a separate mount") {
			t.Errorf("%s: %v", name, err)
		}
		unbind(t, part)
	}
}

// TestRestoreToALinkedFolder checks a data folder that is a link to a folder on another disk. Its library must count as
// movable.
//
// SECURITY.md, promise 29 (backup and restore)
func TestRestoreToALinkedFolder(t *testing.T) {
	disk, link := filepath.Join(t.TempDir(), "disk"), filepath.Join(t.TempDir(), "link")
	mountDisk(t, disk)
	if err := os.Symlink(disk, link); err != nil {
		t.Fatal(err)
	}
	f := &Folder{Path: link}
	writeLibrary(t, link, "old", false)
	if err := f.checkMovable(); err != nil {
		t.Error(err)
	}
}

// TestRestoreThatIsGivenUp checks that a cancelled or failed restore keeps the restored library that already waits for
// the next start.
//
// SECURITY.md, promise 29 (backup and restore)
func TestRestoreThatIsGivenUp(t *testing.T) {
	l, _ := restorer(t)
	writeLibrary(t, l.Folder.restored(), "earlier", true)
	temp := filepath.Join(l.Folder.Temp(), "restore-1")
	writeLibrary(t, filepath.Join(temp, "library"), "later", true)
	ended, end := context.WithCancel(t.Context())
	end()
	if err := l.keepRestored(ended, temp); !errors.Is(err, context.Canceled) {
		t.Errorf("given up: %v", err)
	}
	if !isOf(t, l.Folder.restored(), "earlier", true) {
		t.Errorf("given up, what waits is %v", listFiles(t, l.Folder.restored()))
	}
	none := filepath.Join(l.Folder.Temp(), "restore-2")
	makeFolder(t, none)
	if err := l.keepRestored(t.Context(), none); err == nil || !isOf(t, l.Folder.restored(), "earlier", true) {
		t.Errorf("where there is none: %v, and what waits is %v", err, listFiles(t, l.Folder.restored()))
	}
	if err := l.keepRestored(t.Context(), temp); err != nil || !isOf(t, l.Folder.restored(), "later", true) {
		t.Errorf("kept: %v, and what waits is %v", err, listFiles(t, l.Folder.restored()))
	}
}

// TestReplaceFolder replaces an existing and a missing folder, with the atomic and with the stepwise implementation.
func TestReplaceFolder(t *testing.T) {
	for name, replace := range map[string]func(from, to, aside string) error{"at once": replaceFolder, "step by step": replaceStepwise} {
		folder := t.TempDir()
		from, to, aside := filepath.Join(folder, "from"), filepath.Join(folder, "to"), filepath.Join(folder, "aside")
		for _, whose := range []string{"first", "second"} {
			writeLibrary(t, from, whose, true)
			if err := replace(from, to, aside); err != nil || !isOf(t, to, whose, true) {
				t.Errorf("%s: %v, and there is %v", name, err, listFiles(t, to))
			}
			if err := os.RemoveAll(from); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.RemoveAll(aside); err != nil {
			t.Fatal(err)
		}
		if err := replace(from, to, aside); err == nil || !isOf(t, to, "second", true) {
			t.Errorf("%s, with nothing to take its place: %v, and there is %v", name, err, listFiles(t, to))
		}
	}
}

// TestTempThatStays removes a temporary folder in which a disk is mounted. The failure must be logged.
func TestTempThatStays(t *testing.T) {
	l, logged := restorer(t)
	temp := filepath.Join(l.Folder.Temp(), "restore-1")
	mountDisk(t, filepath.Join(temp, "disk"))
	l.removeTemp(temp)
	if !strings.Contains(logged.String(), "temporary folder") {
		t.Errorf("it logs %q", logged)
	}
}
