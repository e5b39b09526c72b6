// Package enginestest starts PostgreSQL and S3 servers for tests.
package enginestest

import (
	"os"
	"strings"
	"testing"

	"lectern/backend/lab/engines"
)

// Sharing contains the PostgreSQL server and the S3 server for shared libraries.
type Sharing struct {
	T        *testing.T
	Postgres *engines.Postgres
	S3       *engines.S3
}

// New starts the servers. They stop at the end of the test.
func New(t *testing.T) *Sharing {
	t.Helper()
	if testing.Short() {
		t.Skip("it starts engines")
	}
	folder, err := os.MkdirTemp("", "lectern-sharing-") // a folder that the user of PostgreSQL can access
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	s := &Sharing{T: t}
	if s.Postgres, err = engines.NewPostgres(t.Context(), folder, "127.0.0.1"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Postgres.Stop(true) })
	if s.S3, err = engines.NewS3(t.Context(), folder, "127.0.0.1"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.S3.Stop() })
	for _, variable := range s.S3.Environment() {
		name, value, _ := strings.Cut(variable, "=")
		t.Setenv(name, value)
	}
	return s
}

// Library creates a database and returns its address.
func (s *Sharing) Library(name string) string {
	s.T.Helper()
	address, err := s.Postgres.CreateDatabase(s.T.Context(), name, "")
	if err != nil {
		s.T.Fatal(err)
	}
	return address
}

// Bucket creates a bucket and returns its address.
func (s *Sharing) Bucket(name string) string {
	s.T.Helper()
	address, err := s.S3.CreateBucket(name)
	if err != nil {
		s.T.Fatal(err)
	}
	return address
}
