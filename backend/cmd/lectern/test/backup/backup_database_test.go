package backup_test

import (
	"database/sql"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// withChangedDatabase writes a copy of a backup to path, after running SQL statements on its database.
func withChangedDatabase(t *testing.T, backup []byte, path string, statements ...string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "lectern.db")
	parts := tarEntries(t, backup)
	for i := range parts {
		if parts[i].name != "lectern.db" {
			continue
		}
		if err := os.WriteFile(file, parts[i].content, 0o600); err != nil {
			t.Fatal(err)
		}
		db, err := sql.Open("sqlite3", file+"?_journal_mode=DELETE")
		if err != nil {
			t.Fatal(err)
		}
		db.SetMaxOpenConns(1)
		for _, statement := range statements {
			if _, err := db.Exec(statement); err != nil {
				t.Fatalf("%s: %v", statement, err)
			}
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		if parts[i].content, err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(path, sealed(t, parts), 0o600); err != nil {
		t.Fatal(err)
	}
}

// unending is a query that does not end and uses more and more memory.
const unending = `WITH RECURSIVE more(n, text) AS (SELECT 1, 'x' UNION ALL SELECT n + 1, text || n FROM more) SELECT text FROM more`

// TestRestoreOfHostileDatabases restores backups whose database was modified so that it would execute foreign code when
// a server uses it. The restore must remove all additions to the schema and name them. If a part of the original schema
// was changed, the restore must fail and name the part.
//
// SECURITY.md, promise 61 (hostile backups)
func TestRestoreOfHostileDatabases(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	s := lecterntest.Start(t)
	doc := s.Wait(s.Upload("contract.pdf", lecterntest.UniqueSample(t, "sample.pdf")).ID)
	folder := t.TempDir()
	text := backedUp(t, s.Data)

	added := filepath.Join(folder, "added.tar")
	withChangedDatabase(t, text, added,
		`CREATE TABLE hoard (bytes)`,
		`CREATE TRIGGER fill AFTER INSERT ON audit BEGIN INSERT INTO hoard SELECT text FROM (`+unending+`); END`,
		`CREATE VIEW forever AS `+unending)
	data := filepath.Join(folder, "restored")
	_, said := lecterntest.RunWithEnv(t, nil, 0, "restore", "--data", data, added)
	for _, want := range []string{`trigger \"fill\"`, `table \"hoard\"`, `view \"forever\"`} {
		if !strings.Contains(strings.ReplaceAll(said, `\\`, ``), want) {
			t.Errorf("the message is %s, without %s", said, want)
		}
	}
	restored := lecterntest.StartIn(t, data, nil)
	restored.Key = s.Key
	lecterntest.WantPath(restored, "/document/"+doc.ID+"/original")
	restored.Fields(http.StatusNoContent, http.MethodDelete, "/document/"+doc.ID, "") // adds a row to the audit log
	restored.Stop()

	s.UseLocalKey()
	for name, test := range map[string]struct {
		statements []string
		want       string
	}{
		"a view": {[]string{`PRAGMA foreign_keys = OFF`, `DROP TABLE conversion`,
			`CREATE VIEW conversion AS SELECT text AS original, '' AS type, '' AS engine, text AS pdf, '{}' AS report FROM (` + unending + `)`},
			`differs: view "conversion"`},
		"a trigger": {[]string{`DROP TRIGGER document_counted`,
			`CREATE TRIGGER document_counted AFTER INSERT ON document BEGIN DELETE FROM api_key; END`}, `differs: trigger "document_counted"`},
		"a column": {[]string{`ALTER TABLE audit ADD COLUMN filler AS (hex(zeroblob(100000000)))`}, `differs: table "audit"`},
	} {
		hostile := filepath.Join(folder, name+".tar")
		withChangedDatabase(t, text, hostile, test.statements...)
		data := filepath.Join(folder, "of "+name)
		_, said := lecterntest.RunWithEnv(t, nil, 1, "restore", "--data", data, hostile)
		refused := s.Fields(http.StatusUnprocessableEntity, http.MethodPost, "/restore", lecterntest.PathJSON(hostile))
		for _, said := range []string{said, fmt.Sprint(refused["message"])} {
			if !strings.Contains(said, test.want) {
				t.Errorf("%s: the message is %s, without %s", name, said, test.want)
			}
		}
		if left, err := os.ReadDir(data); err == nil && len(left) > 1 { // only the lock file may remain
			t.Errorf("%s: %v is left", name, left)
		}
	}
}

// TestStressRestoreOfManyRows restores backups whose records refer to 300,000 missing files, or to one missing file
// that 300,000 documents and 10,000 conversions share. A restore must fail without --partial, and succeed with it. The
// test logs how long each restore takes.
//
// SECURITY.md, promise 61 (hostile backups)
func TestStressRestoreOfManyRows(t *testing.T) {
	if !lecterntest.StressEnabled() {
		t.Skip("takes long; set LECTERN_STRESS=1")
	}
	lecterntest.RequireSQLite(t)
	s := lecterntest.Start(t)
	s.Wait(s.Upload("contract.pdf", lecterntest.UniqueSample(t, "sample.pdf")).ID)
	s.Stop()
	folder := t.TempDir()
	file := filepath.Join(folder, "backup.tar")
	lecterntest.Run(t, 0, "backup", "--data", s.Data, file)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const numbers = `WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < %d) `
	documents := func(key string) string {
		return fmt.Sprintf(``+numbers+`
			INSERT INTO document (id, name, status, message, viewable, page_count, created_at, original_url, download_filename,
				original_saved, webhook_url, original, type, pdf, revision, version)
			SELECT 'made' || n, 'n' || n, 'ready', '', TRUE, 1, 0, '', '', TRUE, '', %s, 'pdf', '', 1, 1 FROM number`, 300_000, key)
	}
	const random = `(SELECT substr(h, 1, 2) || '/' || substr(h, 3) FROM (SELECT lower(hex(randomblob(32))) AS h, n))`
	for name, statements := range map[string][]string{
		"many files": {documents(random)},
		"one file": {documents(`'aa/' || printf('%062d', 1)`), fmt.Sprintf(numbers+`
			INSERT INTO conversion (original, type, engine, pdf, report) SELECT 'aa/' || printf('%%062d', 1), 'pdf', 'e' || n, `+random+
			`, '{}' FROM number`, 10_000)},
	} {
		many := filepath.Join(folder, name+".tar")
		withChangedDatabase(t, text, many, statements...)
		for _, code := range []int{1, 3} {
			begin := time.Now()
			arguments := []string{"restore", "--data", filepath.Join(folder, name), many}
			if code == 3 {
				arguments = append(arguments, "--partial")
			}
			_, said := lecterntest.RunWithEnv(t, nil, code, arguments...)
			t.Logf("%s, exit code %d: %v, %d bytes of messages", name, code, time.Since(begin).Round(time.Millisecond), len(said))
		}
	}
}
