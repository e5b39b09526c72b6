package main

import (
	"database/sql"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// onDatabase runs statements on the database of a data folder, beside the server.
func onDatabase(t *testing.T, data string, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite3", filepath.Join(data, "lectern.db")+"?_busy_timeout=10000")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, statement := range statements {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

// TestBackupThatCouldNotBeRestored has an operator add a column. No backup is written of what no restore accepts, with a
// server and without; doctor says so, too.
//
// promise 29
func TestBackupThatCouldNotBeRestored(t *testing.T) {
	t.Parallel()
	ofSQLite(t)
	s := start(t)
	s.wait(s.upload("contract.pdf", fresh(t, "sample.pdf")).ID)
	folder := t.TempDir()
	onDatabase(t, s.data, `ALTER TABLE document ADD COLUMN note TEXT`)
	refuse := func(name string) {
		file := filepath.Join(folder, name)
		_, said := runCommand(t, nil, 1, "backup", "--data", s.data, file)
		if _, err := os.Stat(file); err == nil || !strings.Contains(said, "to which a column was added (note TEXT)") {
			t.Errorf("%s: it says %s; the file: %v", name, said, err)
		}
		if said := command(t, 0, "doctor", "--data", s.data); !strings.Contains(said, "to which a column was added (note TEXT)") {
			t.Errorf("%s: doctor says %s", name, said)
		}
	}
	s.asLocal()
	refused := s.fields(http.StatusConflict, http.MethodPost, "/backup", atPath(filepath.Join(folder, "posted")))
	if said := fmt.Sprint(refused["message"]); !strings.Contains(said, "to which a column was added (note TEXT)") {
		t.Errorf("it says %s", said)
	}
	refuse("running")
	s.stop()
	refuse("stopped")
	onDatabase(t, s.data, `ALTER TABLE document DROP COLUMN note`)
	file := filepath.Join(folder, "backup.tar")
	command(t, 0, "backup", "--data", s.data, file)
	command(t, 0, "restore", "--data", filepath.Join(folder, "restored"), file)
}

// TestDamagedSearchIndex damages the search index below a running server. Its backups are restored with a new one, and the
// server starts again with a new one.
//
// promise 29
func TestDamagedSearchIndex(t *testing.T) {
	t.Parallel()
	ofSQLite(t)
	s := start(t)
	doc := s.wait(s.upload("contract.pdf", fresh(t, "sample.pdf")).ID)
	onDatabase(t, s.data, `DELETE FROM page_index_data`)
	file := filepath.Join(t.TempDir(), "backup.tar")
	command(t, 0, "backup", "--data", s.data, file)
	s.stop()
	data := filepath.Join(t.TempDir(), "data")
	command(t, 0, "restore", "--data", data, file)
	for _, folder := range []string{data, s.data} {
		again := startOn(t, folder, nil)
		again.key = s.key
		if status, text := again.call(http.MethodGet, "/search?q=sample", nil, nil); status != http.StatusOK ||
			!strings.Contains(string(text), doc.ID) {
			t.Errorf("%s: %d %.300s", folder, status, text)
		}
		again.stop()
	}
}
