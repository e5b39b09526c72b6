package store

import (
	"database/sql"
	"lectern/backend/store/sqlite"
	"log/slog"
	"path/filepath"
	"testing"
)

// TestSnapshotLeavesTheDatabaseAsItIs copies one of an earlier Lectern.
func TestSnapshotLeavesTheDatabaseAsItIs(t *testing.T) {
	const before = 9
	folder := t.TempDir()
	from, to := filepath.Join(folder, "lectern.db"), filepath.Join(folder, "copy.db")
	raw := openBefore(t, from, before)
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
