package backup_test

import (
	"database/sql"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// onDatabase runs statements on the database of a data folder while the server runs.
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

// TestBackupThatCouldNotBeRestored adds a column to the database, so that its backup could not be restored. Therefore
// no backup must be written, with or without a running server, and doctor must report the reason.
//
// SECURITY.md, promise 29 (backup and restore)
func TestBackupThatCouldNotBeRestored(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	s := lecterntest.Start(t)
	s.Wait(s.Upload("contract.pdf", lecterntest.UniqueSample(t, "sample.pdf")).ID)
	folder := t.TempDir()
	onDatabase(t, s.Data, `ALTER TABLE document ADD COLUMN note TEXT`)
	refuse := func(name string) {
		file := filepath.Join(folder, name)
		_, said := lecterntest.RunWithEnv(t, nil, 1, "backup", "--data", s.Data, file)
		if _, err := os.Stat(file); err == nil || !strings.Contains(said, "to which a column was added (note TEXT)") {
			t.Errorf("%s: the message is %s; the file: %v", name, said, err)
		}
		if said := lecterntest.Run(t, 0, "doctor", "--data", s.Data); !strings.Contains(said, "to which a column was added (note TEXT)") {
			t.Errorf("%s: doctor: the message is %s", name, said)
		}
	}
	s.UseLocalKey()
	refused := s.Fields(http.StatusConflict, http.MethodPost, "/backup", lecterntest.PathJSON(filepath.Join(folder, "posted")))
	if said := fmt.Sprint(refused["message"]); !strings.Contains(said, "to which a column was added (note TEXT)") {
		t.Errorf("the message is %s", said)
	}
	refuse("running")
	s.Stop()
	refuse("stopped")
	onDatabase(t, s.Data, `ALTER TABLE document DROP COLUMN note`)
	file := filepath.Join(folder, "backup.tar")
	lecterntest.Run(t, 0, "backup", "--data", s.Data, file)
	lecterntest.Run(t, 0, "restore", "--data", filepath.Join(folder, "restored"), file)
}

// TestDamagedSearchIndex damages the search index of a running server. A restore of its backup rebuilds the index, and
// so does the next start of the server.
//
// SECURITY.md, promise 29 (backup and restore)
func TestDamagedSearchIndex(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	s := lecterntest.Start(t)
	doc := s.Wait(s.Upload("contract.pdf", lecterntest.UniqueSample(t, "sample.pdf")).ID)
	onDatabase(t, s.Data, `DELETE FROM page_index_data`)
	file := filepath.Join(t.TempDir(), "backup.tar")
	lecterntest.Run(t, 0, "backup", "--data", s.Data, file)
	s.Stop()
	data := filepath.Join(t.TempDir(), "data")
	lecterntest.Run(t, 0, "restore", "--data", data, file)
	for _, folder := range []string{data, s.Data} {
		again := lecterntest.StartIn(t, folder, nil)
		again.Key = s.Key
		if status, text := again.Call(http.MethodGet, "/search?q=sample", nil, nil); status != http.StatusOK ||
			!strings.Contains(string(text), doc.ID) {
			t.Errorf("%s: %d %.300s", folder, status, text)
		}
		again.Stop()
	}
}
