package store

import (
	"errors"
	"lectern/backend/store/migration"
	"lectern/backend/store/postgres"
	"log/slog"
	"math"
	"strings"
	"testing"
	"testing/fstest"
)

// logLines is a log whose lines a test can wait for.
type logLines chan string

func (s logLines) Write(line []byte) (int, error) {
	s <- string(line)
	return len(line), nil
}

// until waits for a log line that contains a text. The argument part is that text.
func (s logLines) until(t *testing.T, part string) {
	t.Helper()
	for {
		select {
		case line := <-s:
			if strings.Contains(line, part) {
				return
			}
		case <-t.Context().Done():
			t.Fatalf("no message has %s", part)
		}
	}
}

// openListened opens a database and returns its log lines.
func openListened(t *testing.T, address string) (*DB, logLines) {
	t.Helper()
	lines := make(logLines, 100)
	db, err := Open(t.Context(), address, slog.New(slog.NewTextHandler(lines, nil)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db, lines
}

func migrationFile(name, text string) fstest.MapFS {
	return fstest.MapFS{name: {Data: []byte(text)}}
}

// A migration that is compatible with older programs is applied at once. Older programs can be started after it.
func TestOlderProgramsRunDuringACompatibleMigration(t *testing.T) {
	onPostgres(t)
	address := newAddress(t)
	newer, older := openTest(t, address), openTest(t, address)
	if err := older.engine.(*postgres.Database).Heartbeat(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := migration.Apply(t.Context(), newer.engine, migrationFile("9001_added.sql", "-- beside 30\nCREATE TABLE added (id BIGINT)"),
		math.MaxInt, newer.log); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(older.engine.(*postgres.Database).Heartbeat(t.Context()), older.Ping(t.Context())); err != nil {
		t.Errorf("the older one, which runs: %v", err)
	}
	openTest(t, address)
}

// A migration that is incompatible with older programs waits until they have ended. An older program that reconnects,
// for example after an outage, gets an error, and no older program can be started.
func TestAMigrationWaitsForOlderPrograms(t *testing.T) {
	onPostgres(t)
	address := newAddress(t)
	newer, lines := openListened(t, address)
	older := openTest(t, address)
	on := older.engine.(*postgres.Database)
	if err := on.Heartbeat(t.Context()); err != nil {
		t.Fatal(err)
	}
	made := make(chan error, 1)
	go func() {
		made <- migration.Apply(t.Context(), newer.engine, migrationFile("9001_removed.sql", "DROP TABLE sample_given"), math.MaxInt, newer.log)
	}()
	lines.until(t, "waiting for an older Lectern to stop")
	if err := older.Ping(t.Context()); err != nil {
		t.Errorf("the older one, while the newer waits: %v", err)
	}
	on.SignOff(t.Context())
	if err := <-made; err != nil {
		t.Fatal(err)
	}
	if err := on.Heartbeat(t.Context()); !errors.Is(err, postgres.ErrOutdated) {
		t.Errorf("the older one says that it lives: %v", err)
	}
	if err := older.Ping(t.Context()); !errors.Is(err, postgres.ErrOutdated) {
		t.Errorf("the older one is ready: %v", err)
	}
	if _, err := Open(t.Context(), address, slog.New(slog.DiscardHandler)); err == nil || !strings.Contains(err.Error(),
		"written by a newer Lectern") {
		t.Errorf("an older one is started: %v", err)
	}
}

// A migration that waits for a lock on a table does not block others that use the table. It gives up and tries again.
func TestAMigrationDoesNotBlockOthers(t *testing.T) {
	onPostgres(t)
	db, lines := openListened(t, newAddress(t))
	reading, err := db.read.Begin()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reading.Exec(`LOCK TABLE document IN ACCESS SHARE MODE`); err != nil {
		t.Fatal(err)
	}
	made := make(chan error, 1)
	go func() {
		made <- migration.Apply(t.Context(), db.engine, migrationFile("9001_column.sql",
			"-- beside 30\nALTER TABLE document ADD COLUMN more BIGINT"),
			math.MaxInt, db.log)
	}()
	lines.until(t, "in use")
	if err := reading.Rollback(); err != nil {
		t.Fatal(err)
	}
	if err := <-made; err != nil {
		t.Error(err)
	}
}
