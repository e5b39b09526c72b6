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

// OnPostgres reports whether the tests run with PostgreSQL (LECTERN_TEST_ENGINE=postgres).
func OnPostgres() bool { return os.Getenv("LECTERN_TEST_ENGINE") == "postgres" }

// sharedPostgres is the PostgreSQL server that the tests of a package share.
var sharedPostgres struct {
	server    *shared.Postgres
	mu        sync.Mutex
	databases map[string]string // addresses of the databases, by data folder
}

// LibraryEnv maps a data folder to environment variables, for a library whose database or bucket the test has created
// itself.
var LibraryEnv sync.Map

// runOnPostgres runs the tests of a package with a PostgreSQL server, and returns their exit code.
func runOnPostgres(m *testing.M) int {
	folder, err := os.MkdirTemp("", "lectern-fleet-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	if sharedPostgres.server, err = shared.NewPostgres(context.Background(), folder, "127.0.0.1"); err != nil {
		panic(err)
	}
	defer sharedPostgres.server.Stop(false)
	sharedPostgres.databases = map[string]string{}
	if err := createEmptyDatabase(context.Background()); err != nil {
		panic(err)
	}
	return m.Run()
}

// emptyDatabase is the name of a database that has all tables but no records. Copying it is faster than creating the
// tables.
const emptyDatabase = "empty"

func createEmptyDatabase(ctx context.Context) error {
	address, err := sharedPostgres.server.CreateDatabase(ctx, emptyDatabase, "")
	if err != nil {
		return err
	}
	db, err := store.Open(ctx, address, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	return db.Close()
}

// DatabaseEnv returns the environment variables that a program needs for the library of a data folder.
func DatabaseEnv(t testing.TB, data string) []string {
	t.Helper()
	if environment, ok := LibraryEnv.Load(data); ok {
		return environment.([]string)
	}
	if sharedPostgres.server == nil || data == "" {
		return nil
	}
	return []string{"LECTERN_DATABASE=" + databaseAddress(t, data)}
}

// databaseAddress returns the address of the PostgreSQL database for the library of a data folder.
func databaseAddress(t testing.TB, data string) string {
	t.Helper()
	if sharedPostgres.server == nil {
		return filepath.Join(data, "lectern.db")
	}
	sharedPostgres.mu.Lock()
	defer sharedPostgres.mu.Unlock()
	if sharedPostgres.databases[data] == "" {
		address, err := sharedPostgres.server.CreateDatabase(context.Background(), rand.Text(), emptyDatabase)
		if err != nil {
			t.Fatal(err)
		}
		sharedPostgres.databases[data] = address
	}
	return sharedPostgres.databases[data]
}

// DataFolder returns the value of --data in arguments, or "".
func DataFolder(args []string) string {
	if i := slices.Index(args, "--data"); i >= 0 && i+1 < len(args) {
		return args[i+1]
	}
	return ""
}

// RequireSQLite skips a test when the tests run with PostgreSQL. It is for tests that need a library with SQLite.
func RequireSQLite(t testing.TB) {
	t.Helper()
	if OnPostgres() {
		t.Skip("it is of a library in a folder")
	}
}

// SkipOnPostgres skips a test when the tests run with PostgreSQL. It is for tests that do not depend on the database,
// so that it is enough to run them with SQLite: tests of converters, files, connections, routes, and commands without a
// library.
func SkipOnPostgres(t testing.TB) {
	t.Helper()
	if OnPostgres() {
		t.Skip("it does not depend on the database: it runs on SQLite")
	}
}
