package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"lectern/backend/store/migration"
	"lectern/backend/store/sqlite"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// alter creates a library and runs statements on its database, as anybody with access to the file can.
func alter(t *testing.T, statements ...string) (path string) {
	t.Helper()
	onSQLite(t)
	path = filepath.Join(t.TempDir(), "lectern.db")
	db, err := Open(t.Context(), path, slog.New(slog.DiscardHandler))
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	raw, err := sql.Open("sqlite3", sqlite.DSN(path, "_writable_schema=1"))
	if err != nil {
		t.Fatal(err)
	}
	raw.SetMaxOpenConns(1)
	for _, statement := range append(statements, `PRAGMA wal_checkpoint(TRUNCATE)`) {
		if _, err := raw.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	if err := raw.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// forever is a query that never ends and needs more and more memory.
const forever = `WITH RECURSIVE more(n, text) AS (SELECT 1, 'x' UNION ALL SELECT n + 1, text || n FROM more) SELECT text FROM more`

// TestSanitizeRemovesForeignObjects adds harmless and malicious triggers, views, indexes and tables to databases. All
// of them are removed without being executed, and the library can be opened.
//
// SECURITY.md, promise 61 (hostile backups)
func TestSanitizeRemovesForeignObjects(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ statements, removed []string }{
		"nothing": {nil, nil},
		"a trigger that fills the disk": {
			[]string{`CREATE TRIGGER fill AFTER INSERT ON migration BEGIN INSERT INTO setting SELECT hex(randomblob(9)), ` + "'x'" + ` FROM (` +
				forever + `); END`},
			[]string{`trigger "fill"`}},
		"a view that does not end": {[]string{`CREATE VIEW endless AS ` + forever}, []string{`view "endless"`}},
		"an index that calls functions": {
			[]string{`CREATE INDEX costly ON document (hex(zeroblob(length(name) * 1000)))`}, []string{`index "costly"`}},
		"a table that refers to documents": {
			[]string{`CREATE TABLE own (document TEXT REFERENCES document (id) ON DELETE RESTRICT, n INTEGER UNIQUE CHECK ` +
				`(length(hex(zeroblob(n))) > 0))`,
				`CREATE INDEX own_n ON own (n)`, `INSERT INTO own (n) VALUES (5)`},
			[]string{`table "own"`, `index "sqlite_autoindex_own_1"`, `index "own_n"`}},
		"a counted table": {
			[]string{`CREATE TABLE counted (n INTEGER PRIMARY KEY AUTOINCREMENT)`, `INSERT INTO counted DEFAULT VALUES`},
			[]string{`table "counted"`}},
		"a table of computed columns": {
			[]string{`CREATE TABLE computed (a INT, b GENERATED ALWAYS AS (hex(zeroblob(a))) STORED)`}, []string{`table "computed"`}},
		"a search index": {
			[]string{`CREATE VIRTUAL TABLE words USING fts5(text)`}, []string{`virtual table "words"`, `table "words_data"`}},
		"a virtual table of no module": {
			[]string{`INSERT INTO sqlite_schema VALUES ('table', 'odd', 'odd', 0, 'CREATE VIRTUAL TABLE odd USING no_such_module(x)')`},
			[]string{`virtual table "odd"`}},
		"statistics":    {[]string{`ANALYZE`}, []string{`table "sqlite_stat1"`}},
		"a quoted name": {[]string{`CREATE TABLE "a""; DROP TABLE document" (x)`}, []string{`table "a\"; DROP TABLE document"`}},
		"long texts": { // earlier versions did not limit the length of addresses, and encoding can triple it
			[]string{`INSERT INTO setting (name, value) VALUES (CAST(zeroblob(4000000) AS TEXT), CAST(zeroblob(4000000) AS TEXT))`,
				`INSERT INTO document (id, name, status, message, viewable, page_count, created_at, original_url, download_filename,
					original_saved, webhook_url, original, type, pdf, revision, version)
				SELECT 'a', long, 'ready', long, TRUE, 1, 0, long, long, TRUE, long, '', 'pdf', '', 1, 1
				FROM (SELECT CAST(zeroblob(4000000) AS TEXT) AS long)`}, nil},
		"other page sizes": {[]string{`PRAGMA journal_mode = DELETE`, `PRAGMA page_size = 512`, `VACUUM`}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := alter(t, test.statements...)
			removed, err := sqlite.Sanitize(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range test.removed {
				if !slices.Contains(removed, want) {
					t.Errorf("%v was removed, not %s", removed, want)
				}
			}
			if again, err := sqlite.Sanitize(t.Context(), path); err != nil || len(again) > 0 {
				t.Errorf("then %v is left, %v", again, err)
			}
			db, err := Open(t.Context(), path, slog.New(slog.DiscardHandler))
			if err == nil {
				err = db.Close()
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// TestSanitizeRefusesOtherSchemas checks that a database whose schema differs from that of the migrations is rejected.
//
// SECURITY.md, promise 61 (hostile backups)
func TestSanitizeRefusesOtherSchemas(t *testing.T) {
	t.Parallel()
	rewrite := func(name, from, to string) string {
		return `UPDATE sqlite_schema SET sql = replace(sql, '` + from + `', '` + to + `') WHERE name = '` + name + `'`
	}
	for name, test := range map[string]struct {
		statements []string
		want       string
	}{
		"a view in place of a table": {
			[]string{`PRAGMA foreign_keys = OFF`, `DROP TABLE conversion`,
				`CREATE VIEW conversion AS SELECT text AS original, '' AS type, '' AS engine, text AS pdf, '{}' AS report FROM (` + forever + `)`},
			`the following differs: view "conversion"`},
		"no migrations": {[]string{`ALTER TABLE migration RENAME TO migrations`}, `the table "migration" is missing`},
		"migrations without end": {[]string{`DROP TABLE migration`, `CREATE VIEW migration AS SELECT length(text) AS version FROM (` + forever +
			`)`}, `the table "migration" is missing`},
		"a newer version":  {[]string{`INSERT INTO migration VALUES (9999)`}, "newer Lectern"},
		"an older version": {[]string{`DELETE FROM migration WHERE version > 30`}, `the following differs: table "viewing_session"`},
		"a check with a function": {[]string{rewrite("setting", "value TEXT NOT NULL",
			"value TEXT NOT NULL CHECK (length(hex(zeroblob(500000000))) > 0)"), `PRAGMA user_version = 1`},
			`the following differs: table "setting"`},
		"a default": {[]string{`ALTER TABLE audit ADD COLUMN filler DEFAULT (hex(randomblob(100000000)))`},
			`the following differs: table "audit"`},
		"a computed column": {[]string{`ALTER TABLE audit ADD COLUMN filler AS (hex(zeroblob(100000000)))`},
			`the following differs: table "audit"`},
		"another trigger": {
			[]string{`DROP TRIGGER document_counted`, `CREATE TRIGGER document_counted AFTER INSERT ON document BEGIN DELETE FROM api_key; END`},
			`the following differs: trigger "document_counted"`},
		"no trigger": {[]string{`DROP TRIGGER document_counted`}, `the following is missing: trigger "document_counted"`},
		"no index":   {[]string{`DROP INDEX document_by_name`}, `the following is missing: index "document_by_name"`},
		"too much":   {append([]string{}, tables(2000)...), "more than 2000"},
		"many views": {[]string{`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
			INSERT INTO sqlite_schema SELECT 'view', 'v' || i, 'v' || i, 0, 'CREATE VIEW v' || i || ' AS SELECT 1' FROM n`}, "more than 2000"},
		"a long definition": {[]string{"INSERT INTO sqlite_schema VALUES ('view', 'v', 'v', 0, 'CREATE VIEW v AS SELECT 1 --' || " +
			"hex(zeroblob(3000000)))"}, "too long"},
		"a large value": {[]string{`INSERT INTO setting (name, value) VALUES ('a', zeroblob(268435457))`},
			`the table "setting" has a value that is too large`},
		"a missing page": {[]string{`UPDATE sqlite_schema SET rootpage = 1000000 WHERE name = 'audit'`}, "damaged"},
		"a shared page": {
			[]string{`UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'setting') WHERE name = 'audit'`},
			"damaged"},
		"half a statement": {[]string{`UPDATE sqlite_schema SET sql = 'CREATE TABLE audit (' WHERE name = 'audit'`}, "damaged"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := alter(t, test.statements...)
			removed, err := sqlite.Sanitize(t.Context(), path)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("the message is %v, without %q, and has removed %v", err, test.want, removed)
			}
		})
	}
}

// tables returns statements that create n tables.
func tables(n int) (statements []string) {
	for i := range n {
		statements = append(statements, fmt.Sprintf(`CREATE TABLE more_%d (x)`, i))
	}
	return statements
}

// TestSanitizeOtherEncodings checks that a database with another text encoding is rejected.
func TestSanitizeOtherEncodings(t *testing.T) {
	onSQLite(t)
	path := filepath.Join(t.TempDir(), "lectern.db")
	raw, err := sql.Open("sqlite3", sqlite.DSN(path, ""))
	if err == nil {
		raw.SetMaxOpenConns(1)
		_, err = raw.Exec(`PRAGMA encoding = 'UTF-16'; CREATE TABLE migration (version BIGINT NOT NULL PRIMARY KEY)`)
	}
	if err == nil {
		err = raw.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	db, err := Open(t.Context(), path, slog.New(slog.DiscardHandler))
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sqlite.Sanitize(t.Context(), path); err == nil || !strings.Contains(err.Error(), "UTF-16") {
		t.Errorf("the message is %v", err)
	}
}

// TestSanitizeEarlierVersions checks that Sanitize accepts databases of all earlier versions, and removes nothing from
// them.
func TestSanitizeEarlierVersions(t *testing.T) {
	t.Parallel()
	files, err := migration.SQLite()
	if err != nil {
		t.Fatal(err)
	}
	newest, err := migration.Newest(files)
	if err != nil {
		t.Fatal(err)
	}
	for version := 2; version <= newest; version++ {
		path := filepath.Join(t.TempDir(), "lectern.db")
		raw := openBeforeMigration(t, path, version)
		if err := raw.Close(); err != nil {
			t.Fatal(err)
		}
		on, err := sqlite.Open(path, true, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(on.MigrateQueue(t.Context(), slog.New(slog.DiscardHandler)), on.Close()); err != nil {
			t.Fatal(err)
		}
		if removed, err := sqlite.Sanitize(t.Context(), path); err != nil || len(removed) > 0 {
			t.Errorf("before migration %d, it removes %v, %v", version, removed, err)
		}
	}
}

// TestSanitizeEnds checks that a cancelled Sanitize ends.
func TestSanitizeEnds(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Nanosecond)
	defer cancel()
	if _, err := sqlite.Sanitize(ctx, alter(t)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the message is %v", err)
	}
}
