package store

import (
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// Nobody but the owner can read the database, whether it is new or was made readable.
func TestOnlyTheOwnerReadsTheDatabase(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0))
	path := filepath.Join(t.TempDir(), "lectern.db")
	for _, name := range []string{"new", "there already"} {
		db, err := Open(t.Context(), path, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		for _, end := range []string{"", "-wal", "-shm"} {
			info, err := os.Stat(path + end)
			if err != nil || info.Mode().Perm() != fs.FileMode(0o600) {
				t.Errorf("%s: lectern.db%s has mode %v, %v", name, end, info.Mode(), err)
			}
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		for _, end := range []string{"", "-wal", "-shm"} { // those of a process that was killed
			if file, err := os.OpenFile(path+end, os.O_CREATE, 0); err != nil || file.Close() != nil || os.Chmod(path+end, 0o644) != nil {
				t.Fatal(err)
			}
		}
	}
}
