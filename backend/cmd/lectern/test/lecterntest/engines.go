package lecterntest

import (
	"net/url"
	"os"
	"strings"
	"testing"

	shared "lectern/backend/lab/engines"
)

// SharedLibrary starts PostgreSQL and an S3 server. It returns the environment variables of servers that share a
// library there.
func SharedLibrary(t *testing.T) (environment []string) {
	t.Helper()
	RequireSQLite(t) // because SharedLibrary starts its own PostgreSQL
	if testing.Short() {
		t.Skip("it starts engines")
	}
	e := StartEngines(t)
	return append(e.S3.Environment(), "LECTERN_DATABASE="+e.CreateDatabase("library"), "LECTERN_BLOBS="+e.CreateBucket("library"),
		"LECTERN_DRAIN=0s")
}

// Engines are a PostgreSQL server and an S3 server for one test.
type Engines struct {
	t        *testing.T
	Postgres *shared.Postgres
	S3       *shared.S3
}

func StartEngines(t *testing.T) *Engines {
	t.Helper()
	folder, err := os.MkdirTemp("", "lectern-engines-") // a folder that the user of PostgreSQL can access
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	e := &Engines{t: t}
	if e.Postgres, err = shared.NewPostgres(t.Context(), folder, "127.0.0.1"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Postgres.Stop(true) })
	if e.S3, err = shared.NewS3(t.Context(), folder, "127.0.0.1"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.S3.Stop() })
	return e
}

// CreateDatabase creates an empty database and returns its address.
func (e *Engines) CreateDatabase(name string) string {
	e.t.Helper()
	address, err := e.Postgres.CreateDatabase(e.t.Context(), name, "")
	if err != nil {
		e.t.Fatal(err)
	}
	return address
}

func (e *Engines) CreateBucket(name string) string {
	e.t.Helper()
	address, err := e.S3.CreateBucket(name)
	if err != nil {
		e.t.Fatal(err)
	}
	return address
}

// Exec executes SQL statements in a database.
func (e *Engines) Exec(database string, statements ...string) {
	e.t.Helper()
	for _, statement := range statements {
		if _, err := e.Postgres.Query(e.t.Context(), database, statement); err != nil {
			e.t.Fatal(err)
		}
	}
}

// AddressAs returns the address of a database for another user.
func (e *Engines) AddressAs(database string, user *url.Userinfo) string {
	e.t.Helper()
	address, err := url.Parse(database)
	if err != nil {
		e.t.Fatal(err)
	}
	address.User = user
	return address.String()
}

// HBAPath returns the path of pg_hba.conf.
func (e *Engines) HBAPath() string {
	e.t.Helper()
	lines, err := e.Postgres.Query(e.t.Context(), "postgres", `SHOW hba_file`)
	if err != nil {
		e.t.Fatal(err)
	}
	return lines[0]
}

// InitLibrary starts a server once, so that it creates a library, and stops it.
func (e *Engines) InitLibrary(database, blobs string) {
	e.t.Helper()
	StartIn(e.t, e.t.TempDir(), append(e.S3.Environment(), "LECTERN_DATABASE="+database, "LECTERN_BLOBS="+blobs), "--drain", "0s").Stop()
}

// WantRefused runs a command. The command must fail with an error message of one line that contains sentence.
func (e *Engines) WantRefused(sentence, database, blobs string, arguments ...string) {
	e.t.Helper()
	_, output := RunWithEnv(e.t, append(e.S3.Environment(), "LECTERN_DATABASE="+database, "LECTERN_BLOBS="+blobs), 1, arguments...)
	if !strings.Contains(output, sentence) || strings.Count(output, "\n") != 1 {
		e.t.Errorf("%s says %q, want one line with %q", arguments[0], output, sentence)
	}
}
