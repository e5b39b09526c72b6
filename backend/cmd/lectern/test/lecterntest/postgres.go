package lecterntest

import (
	"context"
	"crypto/rand"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	shared "lectern/backend/lab/engines"
	"lectern/backend/store"
)

// OnPostgres says whether servers have their records in PostgreSQL, as with LECTERN_TEST_ENGINE=postgres.
func OnPostgres() bool { return os.Getenv("LECTERN_TEST_ENGINE") == "postgres" }

// fleet is what the servers of all tests share where they are on PostgreSQL.
var fleet struct {
	server    *shared.Postgres
	mu        sync.Mutex
	databases map[string]string // addresses by data folders
}

// Placed has the environments of the data folders whose libraries a test has put somewhere else.
var Placed sync.Map

// runOnPostgres runs the tests with a PostgreSQL of their own.
func runOnPostgres(m *testing.M) int {
	folder, err := os.MkdirTemp("", "lectern-fleet-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	if fleet.server, err = shared.NewPostgres(context.Background(), folder, "127.0.0.1"); err != nil {
		panic(err)
	}
	defer fleet.server.Stop(false)
	fleet.databases = map[string]string{}
	if err := makeEmpty(context.Background()); err != nil {
		panic(err)
	}
	return m.Run()
}

// empty names a database with the newest tables, and nothing in them: a copy is had sooner than those are made.
const empty = "empty"

func makeEmpty(ctx context.Context) error {
	address, err := fleet.server.CreateDatabase(ctx, empty, "")
	if err != nil {
		return err
	}
	db, err := store.Open(ctx, address, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	return db.Close()
}

// DatabaseEnv gives the environment in which a program works on the library of a data folder.
func DatabaseEnv(t testing.TB, data string) []string {
	t.Helper()
	if environment, ok := Placed.Load(data); ok {
		return environment.([]string)
	}
	if fleet.server == nil || data == "" {
		return nil
	}
	return []string{"LECTERN_DATABASE=" + databaseAddress(t, data)}
}

// databaseAddress gives the address of the database of the library of a data folder.
func databaseAddress(t testing.TB, data string) string {
	t.Helper()
	if fleet.server == nil {
		return filepath.Join(data, "lectern.db")
	}
	fleet.mu.Lock()
	defer fleet.mu.Unlock()
	if fleet.databases[data] == "" {
		address, err := fleet.server.CreateDatabase(context.Background(), rand.Text(), empty)
		if err != nil {
			t.Fatal(err)
		}
		fleet.databases[data] = address
	}
	return fleet.databases[data]
}

// DataFolder gives the data folder that arguments name.
func DataFolder(args []string) string {
	if i := slices.Index(args, "--data"); i >= 0 && i+1 < len(args) {
		return args[i+1]
	}
	return ""
}

// RequireSQLite skips a test of what a library on PostgreSQL does not have.
func RequireSQLite(t testing.TB) {
	t.Helper()
	if OnPostgres() {
		t.Skip("it is of a library in a folder")
	}
}

// SkipOnPostgres skips a test on PostgreSQL whose subject does not depend on how records are kept: converters, files,
// connections, routes, and commands without a library. It runs on SQLite.
func SkipOnPostgres(t testing.TB) {
	t.Helper()
	if OnPostgres() {
		t.Skip("it does not depend on the database: it runs on SQLite")
	}
}
