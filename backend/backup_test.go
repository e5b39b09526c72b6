package backend

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/store"
)

// asRead does something when it is first read.
type asRead func()

func (do asRead) Read([]byte) (int, error) {
	do()
	return 0, io.EOF
}

// TestNobodyElseRestores has a server, and another restore, come to a folder that is being
// restored.
//
// promise 29
func TestNobodyElseRestores(t *testing.T) {
	data, came := t.TempDir(), false
	_, restored := RestoreFolder(t.Context(), data, asRead(func() {
		came = true
		if _, err := RestoreFolder(t.Context(), data, bytes.NewReader(nil), 0, false); !errors.Is(err, ErrInUse) {
			t.Errorf("another restore: %v", err)
		}
		config := DefaultConfig()
		config.Data, config.Addr = data, "127.0.0.1:0"
		server, err := Open(t.Context(), config, "", slog.New(slog.DiscardHandler))
		if !errors.Is(err, ErrInUse) {
			t.Errorf("a server: %v", err)
		}
		if err == nil {
			_ = server.Close()
		}
	}), 0, false)
	if restored == nil || !came {
		t.Errorf("of nothing it made %v", restored)
	}
}

// TestRestoreBesideRemains has what another library has left in the folder.
//
// promise 29
func TestRestoreBesideRemains(t *testing.T) {
	for _, name := range []string{"lectern.db", "lectern.db-wal", "lectern.db-shm", "lectern.db-journal", "seal.key", "content/ab/cd"} {
		data := t.TempDir()
		path := filepath.Join(data, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte("x"), 0o600)); err != nil {
			t.Fatal(err)
		}
		read := false
		_, err := RestoreFolder(t.Context(), data, asRead(func() { read = true }), 0, false)
		if read || err == nil || !strings.Contains(err.Error(), "name an empty folder") {
			t.Errorf("beside %s: %v", name, err)
		}
		if text, err := os.ReadFile(path); err != nil || string(text) != "x" {
			t.Errorf("%s is %q, %v", name, text, err)
		}
	}
}

// TestRestoreAfterOneThatWasKilled has what it has left go.
//
// promise 29
func TestRestoreAfterOneThatWasKilled(t *testing.T) {
	data := t.TempDir()
	for _, name := range []string{"lectern.db.restored", "seal.key", "content/ab/cd"} {
		path := filepath.Join(data, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte("x"), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	read := false
	if _, err := RestoreFolder(t.Context(), data, asRead(func() { read = true }), 0, false); err == nil || !read {
		t.Errorf("it has not begun: %v", err)
	}
	if left, err := filepath.Glob(filepath.Join(data, "*")); err != nil || len(left) != 1 || filepath.Base(left[0]) != lockFile {
		t.Errorf("it leaves %q, %v", left, err)
	}
}

// TestBackupOfALibraryAtRest takes one beside no converter, and leaves the folder as a killed
// server left it; while somebody holds it, nothing is taken.
//
// promise 29
func TestBackupOfALibraryAtRest(t *testing.T) {
	data := t.TempDir()
	db, err := store.Open(t.Context(), filepath.Join(data, databaseFile), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	killed := filepath.Join(data, instanceFile)
	if err := errors.Join(db.Close(), os.WriteFile(killed, []byte("{}"), 0o600)); err != nil {
		t.Fatal(err)
	}
	var archive bytes.Buffer
	if _, err := BackupFolder(t.Context(), data, "", &archive, false); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(killed); err != nil {
		t.Error(err)
	}
	if _, err := RestoreFolder(t.Context(), t.TempDir(), &archive, 0, false); err != nil {
		t.Error(err)
	}
	held, err := holdFolder(data)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := BackupFolder(t.Context(), data, "", &archive, false); !errors.Is(err, ErrInUse) {
		t.Errorf("while somebody holds it: %v", err)
	}
	if err := held.lock.Close(); err != nil {
		t.Error(err)
	}
}
