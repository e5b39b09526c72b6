package library

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lectern/backend/store"
)

// onRead is a reader without content. It calls the function whenever it is read.
type onRead func()

func (do onRead) Read([]byte) (int, error) {
	do()
	return 0, io.EOF
}

// TestConcurrentRestoreIsRejected tries to open a folder for a server, and to restore another backup there, while a
// backup is being restored into the folder. Both must fail.
//
// SECURITY.md, promise 29 (backup and restore)
func TestConcurrentRestoreIsRejected(t *testing.T) {
	data, came := t.TempDir(), false
	_, restored := RestoreFolder(t.Context(), data, onRead(func() {
		came = true
		if _, err := RestoreFolder(t.Context(), data, bytes.NewReader(nil), 0, false); !errors.Is(err, ErrInUse) {
			t.Errorf("another restore: %v", err)
		}
		server, err := Open(t.Context(), Config{Place: Place{Data: data}, Log: slog.New(slog.DiscardHandler)})
		if !errors.Is(err, ErrInUse) {
			t.Errorf("a server: %v", err)
		}
		if err == nil {
			_ = server.Close()
		}
	}), 0, false)
	if restored == nil || !came {
		t.Errorf("got %v, want an error for an empty archive", restored)
	}
}

// TestRestoreRejectsPartsOfAnotherLibrary restores into folders that contain a part of another library. All restores
// must fail.
//
// SECURITY.md, promise 29 (backup and restore)
func TestRestoreRejectsPartsOfAnotherLibrary(t *testing.T) {
	for _, name := range []string{"lectern.db", "lectern.db-wal", "lectern.db-shm", "lectern.db-journal", "seal.key", "content/ab/cd"} {
		data := t.TempDir()
		path := filepath.Join(data, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte("x"), 0o600)); err != nil {
			t.Fatal(err)
		}
		read := false
		_, err := RestoreFolder(t.Context(), data, onRead(func() { read = true }), 0, false)
		if read || err == nil || !strings.Contains(err.Error(), "choose an empty folder") {
			t.Errorf("beside %s: %v", name, err)
		}
		if text, err := os.ReadFile(path); err != nil || string(text) != "x" {
			t.Errorf("%s is %q, %v", name, text, err)
		}
	}
}

// breakRestore leaves a folder in the state of a restore that was killed after it had written content.
func breakRestore(t *testing.T, data string) {
	t.Helper()
	killed := t.TempDir()
	var archive bytes.Buffer
	parts := tar.NewWriter(&archive)
	for _, part := range []struct{ name, text string }{
		{"lectern-backup.json", `{"format":1}`}, {"lectern.db", "records"}, {"seal.key", "key"}, {"content/first/a", "content"},
	} {
		err := parts.WriteHeader(&tar.Header{Name: part.name, Typeflag: tar.TypeReg, Size: int64(len(part.text))})
		if err == nil {
			_, err = io.WriteString(parts, part.text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := parts.Flush(); err != nil {
		t.Fatal(err)
	}
	ended := onRead(func() {
		if err := os.CopyFS(filepath.Join(killed, "data"), os.DirFS(data)); err != nil {
			t.Error(err)
		}
	})
	if _, err := RestoreFolder(t.Context(), data, io.MultiReader(&archive, ended), 0, false); err == nil {
		t.Fatal("it was not broken off")
	}
	if err := errors.Join(os.RemoveAll(data), os.Rename(filepath.Join(killed, "data"), data)); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"seal.key", "content/first/a"} {
		if _, err := os.Stat(filepath.Join(data, name)); err != nil {
			t.Fatalf("nothing was broken off: %v", err)
		}
	}
}

// TestRestoreAfterOneThatWasKilled checks that a restore removes the remains of an earlier restore that was killed. In
// a folder with such remains, no library may be created.
//
// SECURITY.md, promise 29 (backup and restore)
func TestRestoreAfterOneThatWasKilled(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	breakRestore(t, data)
	if _, err := DatabasePath(data); err == nil || !strings.Contains(err.Error(), "interrupted") {
		t.Errorf("a library would begin there: %v", err)
	}
	read := false
	if _, err := RestoreFolder(t.Context(), data, onRead(func() { read = true }), 0, false); err == nil || !read {
		t.Errorf("it has not begun: %v", err)
	}
	if left, err := filepath.Glob(filepath.Join(data, "*")); err != nil || len(left) != 1 || filepath.Base(left[0]) != lockFile {
		t.Errorf("it leaves %q, %v", left, err)
	}
}

// TestRestoreAfterOneKilledAtItsBegin starts with the files that a restore left when it was killed while it wrote its
// mark. No library may be created in that folder until the next restore has removed these files. Files with the same
// names but other content do not come from a restore, and must be kept.
//
// SECURITY.md, promise 29 (backup and restore)
func TestRestoreAfterOneKilledAtItsBegin(t *testing.T) {
	killed := filepath.Join(t.TempDir(), "data")
	breakRestore(t, killed)
	mark, err := os.ReadFile(filepath.Join(killed, "unfinished-restore.mark"))
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		files map[string]string
		own   bool
	}{
		"an empty temporary file": {map[string]string{"unfinished-restore.mark-36139543": ""}, true},
		"half of the mark":        {map[string]string{"unfinished-restore.mark-1": string(mark[:len(mark)/2])}, true},
		"the mark":                {map[string]string{"unfinished-restore.mark": string(mark)}, true},
		"the mark and more":       {map[string]string{"unfinished-restore.mark": string(mark), "lectern.db.unfinished-restore-7": ""}, true},
		"a text of a person":      {map[string]string{"unfinished-restore.mark-1": "mine"}, false},
		"a name of a person":      {map[string]string{"unfinished-restore.mark-old": ""}, false},
	} {
		t.Run(name, func(t *testing.T) {
			data := t.TempDir()
			for name, text := range test.files {
				if err := os.WriteFile(filepath.Join(data, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if err := checkWhole(data); (err != nil) != test.own || err != nil && !strings.Contains(err.Error(), "interrupted") {
				t.Errorf("before the next restore: %v", err)
			}
			read := false
			if _, err := RestoreFolder(t.Context(), data, onRead(func() { read = true }), 0, false); err == nil || !read {
				t.Errorf("the next restore has not begun: %v", err)
			}
			for name := range test.files {
				if _, err := os.Lstat(filepath.Join(data, name)); (err == nil) == test.own {
					t.Errorf("after it, %s: %v", name, err)
				}
			}
		})
	}
}

// TestRestoreAgainKeepsOtherFiles puts files of another program next to the remains of an interrupted restore. The next
// restore must remove only the remains. It fails because of the other files, and its error must name them.
//
// SECURITY.md, promise 29 (backup and restore)
func TestRestoreAgainKeepsOtherFiles(t *testing.T) {
	for _, name := range []string{"content/notes.txt", "content/ab/saved.pdf", "content/first/a b", "lectern.db.unfinished-restore-wal/x"} {
		data := filepath.Join(t.TempDir(), "data")
		breakRestore(t, data)
		path := filepath.Join(data, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte("x"), 0o600)); err != nil {
			t.Fatal(err)
		}
		read := false
		_, err := RestoreFolder(t.Context(), data, onRead(func() { read = true }), 0, false)
		if text, failed := os.ReadFile(path); read || err == nil || failed != nil || string(text) != "x" {
			t.Errorf("%s is %q, %v; the message is %v", name, text, failed, err)
		}
		if _, err := os.Stat(filepath.Join(data, "content", "first", "a")); err == nil {
			t.Errorf("%s: what the first restore has written is there", name)
		}
	}
}

// TestRestoreKeepsFilesWithSimilarNames puts files whose names are similar to those of a restore next to a library. A
// user may have created such files while recovering a database. Nothing may be removed, and no error may advise
// removing anything.
//
// SECURITY.md, promise 29 (backup and restore)
func TestRestoreKeepsFilesWithSimilarNames(t *testing.T) {
	for name, others := range map[string][]string{
		"a recovered database":       {"lectern.db.restored"},
		"an empty mark":              {"unfinished-restore.mark", "lectern.db.unfinished-restore"},
		"only a database":            {"lectern.db.unfinished-restore"},
		"a library and its recovery": {"lectern.db", "lectern.db.restored"},
	} {
		t.Run(name, func(t *testing.T) {
			data := t.TempDir()
			files := slices.Concat(others, []string{"seal.key", "content/ab/cd"})
			for _, name := range files {
				path := filepath.Join(data, filepath.FromSlash(name))
				if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(name), 0o600)); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := RestoreFolder(t.Context(), data, strings.NewReader("junk"), 0, false); err == nil || !strings.Contains(err.Error(),
				"choose an empty folder") {
				t.Errorf("the message is %v", err)
			}
			if err := checkWhole(data); err != nil {
				t.Errorf("no other command works there: %v", err)
			}
			for _, name := range files {
				if text, err := os.ReadFile(filepath.Join(data, name)); err != nil || string(text) != name {
					t.Errorf("%s is %q, %v", name, text, err)
				}
			}
		})
	}
}

// TestInterruptedRestoreWithALibrary puts a library into the folder of an interrupted restore. The error must not
// advise removing any part of the library.
//
// SECURITY.md, promise 29 (backup and restore)
func TestInterruptedRestoreWithALibrary(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	breakRestore(t, data)
	if err := os.WriteFile(filepath.Join(data, databaseFile), []byte("records"), 0o600); err != nil {
		t.Fatal(err)
	}
	err := checkWhole(data)
	if err == nil || !strings.Contains(err.Error(), "remove only unfinished-restore.mark") || strings.Contains(err.Error(), "seal.key") {
		t.Errorf("the message is %v", err)
	}
	if err := os.Remove(filepath.Join(data, "unfinished-restore.mark")); err != nil {
		t.Fatal(err)
	}
	if err := checkWhole(data); err != nil {
		t.Errorf("afterwards the message is %v", err)
	}
}

// TestBackupOfAStoppedLibrary backs up the data folder of a killed server, on a system without converters. The folder
// must not change. The backup of a folder that another process has locked must fail.
//
// SECURITY.md, promise 29 (backup and restore)
func TestBackupOfAStoppedLibrary(t *testing.T) {
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
