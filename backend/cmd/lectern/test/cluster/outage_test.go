package cluster_test

import (
	"bytes"
	"errors"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
	shared "lectern/backend/lab/engines"
)

// TestAnOutageIsLoggedOnce stops the database and the bucket's server, and then pauses each of them, while requests
// arrive. The log must report each outage and each recovery once. Each request that is rejected meanwhile must have one
// log line with the reason.
func TestAnOutageIsLoggedOnce(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	e := lecterntest.StartEngines(t)
	data := t.TempDir()
	lecterntest.LibraryEnv.Store(data, append(e.S3.Environment(), "LECTERN_DATABASE="+e.CreateDatabase("library"),
		"LECTERN_BLOBS="+e.CreateBucket("library")))
	s := lecterntest.StartIn(t, data, nil, "--drain", "0s")
	for _, outage := range []struct {
		lost, back string
		stop       func() error
		start      func() error
	}{
		{"the database cannot be reached", "the database is available again", func() error { return e.Postgres.Stop(true) },
			func() error { return e.Postgres.Start(t.Context()) }},
		{"the storage of the documents cannot be reached", "the storage of the documents is available again", e.S3.Stop,
			func() error { return e.S3.Start(t.Context()) }},
		{"the database cannot be reached", "the database is available again", e.Postgres.Pause, e.Postgres.Resume},
		{"the storage of the documents cannot be reached", "the storage of the documents is available again", e.S3.Pause, e.S3.Resume},
	} {
		before := len(s.Log.Bytes())
		says := func(line string) func() bool {
			return func() bool { return strings.Contains(s.Log.String()[before:], line) }
		}
		if err := outage.stop(); err != nil {
			t.Fatal(err)
		}
		refused := 0
		for range 3 {
			refused += refusedUpload(s)
		}
		lecterntest.Eventually(t, "the log says that an engine is away", says(outage.lost))
		for range 7 {
			refused += refusedUpload(s)
		}
		if err := outage.start(); err != nil {
			t.Fatal(err)
		}
		lecterntest.Eventually(t, "the log says that it is back", says(outage.back))
		lecterntest.Eventually(t, "it is ready", func() bool { return isReady(s) })
		told := s.Log.String()[before:]
		if strings.Count(told, outage.lost) != 1 || strings.Count(told, outage.back) != 1 || strings.Count(told, " away=") != 1 {
			t.Errorf("it is not reported once each:\n%s", told)
		}
		for line := range strings.Lines(told) {
			if strings.Contains(line, "level=ERROR") || strings.Contains(line, "level=WARN") && !strings.Contains(line, outage.lost) {
				t.Errorf("besides, the message is %s", line)
			}
		}
		if lines := strings.Count(told, "POST /api/v0/document/upload"); lines != 10 || refused != 10 {
			t.Errorf("of %d refused uploads are %d lines:\n%s", refused, lines, told)
		}
	}
}

// TestRevokedEngineCredentials changes the password of the database and the secret of the bucket, and removes the
// bucket, while a server runs. /readyz must name the service that is unavailable.
func TestRevokedEngineCredentials(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	e := lecterntest.StartEngines(t)
	data, library, blobs := t.TempDir(), e.CreateDatabase("library"), e.CreateBucket("library")
	e.Exec("library", `CREATE ROLE keeper LOGIN PASSWORD 'old'`, `ALTER DATABASE library OWNER TO keeper`,
		`GRANT ALL ON SCHEMA public TO keeper`,
		`GRANT EXECUTE ON FUNCTION pg_control_system() TO keeper`,
		`COPY (SELECT UNNEST(ARRAY['host all keeper all scram-sha-256', 'host all all all trust'])) TO '`+e.HBAPath()+`'`,
		`SELECT pg_reload_conf()`)
	lecterntest.LibraryEnv.Store(data, append(e.S3.Environment(), "LECTERN_DATABASE="+e.AddressAs(library, url.UserPassword("keeper", "old")),
		"LECTERN_BLOBS="+blobs))
	s := lecterntest.StartIn(t, data, nil, "--drain", "0s")
	password := func(to string) error {
		e.Exec("library", `ALTER ROLE keeper PASSWORD '`+to+`'`,
			`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'keeper'`)
		return nil
	}
	secret := func(to string) error {
		e.S3.Secret = to
		return errors.Join(e.S3.Stop(), e.S3.Start(t.Context()))
	}
	folder := e.S3.Folder("library")
	for _, change := range []struct {
		told       string
		make, undo func() error
	}{
		{"its database denies access", func() error { return password("new") }, func() error { return password("old") }},
		{"the storage of its documents denies access", func() error { return secret("new") }, func() error { return secret(shared.S3Secret) }},
		{"the bucket of its documents is gone", func() error { return os.Rename(folder, folder+".away") },
			func() error { return os.Rename(folder+".away", folder) }},
	} {
		if err := change.make(); err != nil {
			t.Fatal(err)
		}
		lecterntest.Eventually(t, "/readyz says that "+change.told, func() bool {
			status, text := s.Call(http.MethodGet, s.URL+"/readyz", nil, nil)
			return status == http.StatusServiceUnavailable && strings.Contains(string(text), change.told)
		})
		if err := change.undo(); err != nil {
			t.Fatal(err)
		}
		lecterntest.Eventually(t, "it is ready", func() bool { return isReady(s) })
	}
}

func isReady(s *lecterntest.Server) bool {
	status, _ := s.Call(http.MethodGet, s.URL+"/readyz", nil, nil)
	return status == http.StatusOK
}

// refusedUpload posts a document, which must be rejected because a service is unavailable. It returns 1 if it was
// rejected, and otherwise 0.
func refusedUpload(s *lecterntest.Server) int {
	s.T.Helper()
	status, text := s.Call(http.MethodPost, "/document/upload?filename=letter.docx", nil,
		strings.NewReader(string(lecterntest.UniqueSample(s.T, "sample.docx"))))
	if status != http.StatusServiceUnavailable {
		s.T.Errorf("while an engine is away: %d %s", status, text)
		return 0
	}
	return 1
}

// TestDatabaseThatAcceptsNoChanges makes the database wait for a synchronous standby server that does not exist, so that
// it responds to queries but completes no commit. Changes must be rejected, including those that began before the
// server noticed. Reading must still work.
func TestDatabaseThatAcceptsNoChanges(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	e := lecterntest.StartEngines(t)
	data, library := t.TempDir(), e.CreateDatabase("library")
	lecterntest.LibraryEnv.Store(data, append(e.S3.Environment(), "LECTERN_DATABASE="+library, "LECTERN_BLOBS="+e.CreateBucket("library")))
	s := lecterntest.StartIn(t, data, nil, "--drain", "0s")
	id := s.Wait(s.Upload("before.docx", lecterntest.Sample(t, "sample.docx")).ID).ID
	e.Exec("library", `ALTER SYSTEM SET synchronous_standby_names = 'nobody'`, `SELECT pg_reload_conf()`)
	// The first upload may be accepted before the database has reloaded its settings.
	lecterntest.Eventually(t, "an upload is refused", func() bool {
		status, _ := s.Call(http.MethodPost, "/document/upload?filename=letter.docx", nil,
			bytes.NewReader(lecterntest.UniqueSample(t, "sample.docx")))
		return status == http.StatusServiceUnavailable
	})
	refusedUpload(s)
	if status, text := s.Call(http.MethodGet, s.URL+"/readyz", nil, nil); status != http.StatusServiceUnavailable ||
		!strings.Contains(string(text), "accepts no changes") {
		t.Errorf("it says that it is ready: %d %s", status, text)
	}
	if status, text := s.Call(http.MethodGet, "/document/"+id, nil, nil); status != http.StatusOK {
		t.Errorf("a document is not read: %d %s", status, text)
	}
	e.Exec("library", `ALTER SYSTEM RESET synchronous_standby_names`, `SELECT pg_reload_conf()`)
	lecterntest.Eventually(t, "it is ready", func() bool { return isReady(s) })
	s.Wait(s.Upload("after.docx", lecterntest.Sample(t, "sample.docx")).ID)
	for _, told := range []string{"the database responds but accepts no changes", "the database accepts changes again"} {
		if strings.Count(s.Log.String(), told) != 1 {
			t.Errorf("it is not reported once:\n%s", s.Log)
		}
	}
}
