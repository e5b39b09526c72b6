package store

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"lectern/backend/store/sqlite"
)

// TestSnapshotDoesNotMigrate creates a snapshot of a database of an earlier version. The database must not be
// migrated.
func TestSnapshotDoesNotMigrate(t *testing.T) {
	const before = 9
	folder := t.TempDir()
	from, to := filepath.Join(folder, "lectern.db"), filepath.Join(folder, "copy.db")
	raw := openBeforeMigration(t, from, before)
	if err := raw.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Snapshot(t.Context(), from, to, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	if now, copied := newestMigration(t, from), newestMigration(t, to); now != before-1 || copied < before {
		t.Errorf("it has migration %d, its copy %d", now, copied)
	}
}

func newestMigration(t *testing.T, path string) (version int) {
	t.Helper()
	db, err := sql.Open("sqlite3", sqlite.DSN(path, ""))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRow(`SELECT MAX(version) FROM migration`).Scan(&version); err != nil {
		t.Fatal(err)
	}
	return version
}

// TestDamagedIndexIsRebuilt damages only the search index, in several ways. The index is rebuilt by a restore, in a
// backup, and when the server starts. Then words are found again.
//
// SECURITY.md, promise 29 (backup and restore)
func TestDamagedIndexIsRebuilt(t *testing.T) {
	t.Parallel()
	mends := map[string]func(t *testing.T, path string) string{
		"restore": func(t *testing.T, path string) string {
			if removed, err := sqlite.Sanitize(t.Context(), path); err != nil || len(removed) > 0 {
				t.Errorf("it removes %v, %v", removed, err)
			}
			return path
		},
		"backup": func(t *testing.T, path string) string {
			to := filepath.Join(t.TempDir(), "copy.db")
			if _, err := Snapshot(t.Context(), path, to, slog.New(slog.DiscardHandler)); err != nil {
				t.Error(err)
			}
			if err := sqlite.Check(t.Context(), to); err != nil {
				t.Errorf("the copy: %v", err)
			}
			return to
		},
		"start": func(t *testing.T, path string) string {
			if err := sqlite.RebuildIndex(t.Context(), path, slog.New(slog.DiscardHandler)); err != nil {
				t.Error(err)
			}
			return path
		},
	}
	for damage, statement := range map[string]string{
		"words":     `UPDATE page_index_data SET block = zeroblob(length(block)) WHERE id = (SELECT MAX(id) FROM page_index_data)`,
		"pages":     `DELETE FROM page_index_data WHERE id > 10`,
		"all":       `DELETE FROM page_index_data`,
		"structure": `UPDATE page_index_data SET block = x'ffffffffffffffff' WHERE id = 10`,
		"form":      `DELETE FROM page_index_config`,
	} {
		for name, mend := range mends {
			t.Run(damage+", "+name, func(t *testing.T) {
				path := alter(t, pages(50)...)
				raw, err := sql.Open("sqlite3", sqlite.DSN(path, ""))
				if err != nil {
					t.Fatal(err)
				}
				_, err = raw.ExecContext(t.Context(), statement)
				if err = errors.Join(err, raw.Close()); err != nil {
					t.Fatal(err)
				}
				if err := sqlite.Check(t.Context(), path); !errors.Is(err, sqlite.ErrIndexDamaged) {
					t.Fatalf("the damage: %v", err)
				}
				mended := mend(t, path)
				if err := sqlite.Check(t.Context(), mended); err != nil {
					t.Errorf("it is still damaged: %v", err)
				}
				wantWord(t, mended, 50)
			})
		}
	}
}

// pages returns SQL statements that store the texts of n pages. Each text has a word of its own.
func pages(n int) (statements []string) {
	for i := range n {
		statements = append(statements, fmt.Sprintf(`INSERT INTO page_text (id, text) VALUES (%d, 'word number%d')`, i+1, i),
			fmt.Sprintf(`INSERT INTO page_index (rowid, words) VALUES (%d, 'word number%d')`, i+1, i))
	}
	return statements
}

// wantWord fails the test unless a search for a word finds the wanted number of pages of a database.
func wantWord(t *testing.T, path string, want int) {
	t.Helper()
	raw, err := sql.Open("sqlite3", sqlite.DSN(path, ""))
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	var found int
	if err := raw.QueryRowContext(t.Context(), `SELECT COUNT(*) FROM page_index WHERE page_index MATCH 'word'`).Scan(&found); err != nil ||
		found != want {
		t.Errorf("the word is found on %d pages, %v", found, err)
	}
}

// TestSnapshotRejectsUnrestorableDatabases checks that no snapshot is created of a database that a restore would
// reject. Additions that a restore removes are accepted.
//
// SECURITY.md, promise 29 (backup and restore)
func TestSnapshotRejectsUnrestorableDatabases(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		statements []string
		want       string
	}{
		"additions": {[]string{`CREATE TABLE own (document TEXT REFERENCES document (id), n INTEGER UNIQUE)`, `CREATE INDEX own_n ON own (n)`,
			`CREATE VIEW names AS SELECT name FROM document`, `CREATE VIEW broken AS SELECT none FROM nowhere`,
			`CREATE TRIGGER own_added AFTER INSERT ON document BEGIN INSERT INTO own (n) VALUES (1); END`,
			`CREATE VIRTUAL TABLE own_words USING fts5(text)`, `INSERT INTO own_words VALUES ('a')`, `ANALYZE`}, ""},
		"a column": {[]string{`ALTER TABLE document ADD COLUMN note TEXT`},
			`the following differs: table "document", to which a column was added (note TEXT)`},
		"no index": {[]string{`DROP INDEX document_by_name`}, `the following is missing: index "document_by_name"`},
		"large value": {[]string{`INSERT INTO setting (name, value) VALUES ('a', zeroblob(268435457))`},
			`the table "setting" has a value that is too large`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path, to := alter(t, test.statements...), filepath.Join(t.TempDir(), "copy.db")
			_, err := Snapshot(t.Context(), path, to, slog.New(slog.DiscardHandler))
			foreign, ok := errors.AsType[*sqlite.SchemaError](err)
			if test.want == "" && err == nil {
				if _, err := sqlite.Sanitize(t.Context(), to); err != nil {
					t.Errorf("the copy: %v", err)
				}
				return
			}
			if !ok || !slices.Equal(foreign.Reasons, []string{test.want}) {
				t.Errorf("the message is %v, without %q", err, test.want)
			}
		})
	}
}

// Only the owner can read the database, whether it is new or was made readable to others.
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
		for _, end := range []string{"", "-wal", "-shm"} { // a killed process leaves -wal and -shm
			if file, err := os.OpenFile(path+end, os.O_CREATE, 0); err != nil || file.Close() != nil || os.Chmod(path+end, 0o644) != nil {
				t.Fatal(err)
			}
		}
	}
}
