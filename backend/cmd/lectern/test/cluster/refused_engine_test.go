package cluster_test

import (
	"bufio"
	"context"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestRejectedEngineCredentials checks that a server exits at once, with an error message of one line, if waiting for
// the database or the bucket cannot help.
func TestRejectedEngineCredentials(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	e := lecterntest.StartEngines(t)
	used, other, closed, later := e.CreateDatabase("used"), e.CreateDatabase("other"), e.CreateDatabase("closed"), e.CreateDatabase("later")
	blind := e.CreateDatabase("blind")
	e.Exec("blind", `REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC`, `CREATE ROLE blind LOGIN`,
		`ALTER DATABASE blind OWNER TO blind`)
	full, empty := e.CreateBucket("full"), e.CreateBucket("empty")
	e.Exec("used", `CREATE ROLE keeper LOGIN PASSWORD 'open sesame'`, `CREATE ROLE guest LOGIN`,
		`REVOKE CONNECT ON DATABASE closed FROM PUBLIC`,
		`COPY (SELECT UNNEST(ARRAY['host all keeper all scram-sha-256', 'host all all all trust'])) TO '`+e.HBAPath()+`'`,
		`SELECT pg_reload_conf()`)
	env := e.S3.Environment()
	data := t.TempDir()
	lecterntest.RunWithEnv(t, append(env, "LECTERN_DATABASE="+later), 0, "key", "create", "--data", data, "test")
	e.Exec("later", `INSERT INTO migration (version, beside) VALUES (9999, 9999)`)
	e.InitLibrary(used, full)
	for name, test := range map[string]struct{ database, blobs, variable, sentence string }{
		"a wrong password":        {e.AddressAs(used, url.UserPassword("keeper", "sesame")), full, "", "rejects this user and password"},
		"no password":             {e.AddressAs(used, url.User("keeper")), full, "", "rejects this user and password"},
		"an unknown user":         {e.AddressAs(used, url.User("nobody")), full, "", "rejects this user and password"},
		"no database":             {strings.Replace(used, "/used", "/none", 1), full, "", "there is no such database"},
		"a user without a right":  {e.AddressAs(other, url.User("guest")), empty, "", "cannot create tables in this database"},
		"a user who is kept out":  {e.AddressAs(closed, url.User("guest")), empty, "", "has no access to this database"},
		"a user kept blind":       {e.AddressAs(blind, url.User("blind")), empty, "", "GRANT EXECUTE ON FUNCTION pg_control_system()"},
		"a newer schema":          {later, empty, "", "written by a newer Lectern"},
		"no bucket":               {used, e.S3.Address("missing"), "", `there is no bucket "missing"`},
		"a wrong secret":          {used, full, "AWS_SECRET_ACCESS_KEY=wrong", "rejects these credentials"},
		"no credentials":          {used, full, "AWS_ACCESS_KEY_ID=", "no credentials for the bucket"},
		"another library's":       {other, full, "", "belongs to another library"},
		"another bucket":          {used, empty, "", "is in another store"},
		"the data folder instead": {used, "", "", "is in another store"},
	} {
		t.Run(name, func(t *testing.T) {
			own := append(env, "LECTERN_DATABASE="+test.database, "LECTERN_BLOBS="+test.blobs)
			// These variables remove every other source of credentials. The S3 server of the test, which stands in for
			// the metadata service, provides no credentials either.
			if test.variable != "" {
				own = append(own, test.variable, "AWS_CONFIG_FILE="+os.DevNull, "AWS_SHARED_CREDENTIALS_FILE="+os.DevNull,
					"AWS_EC2_METADATA_DISABLED=false", "AWS_EC2_METADATA_SERVICE_ENDPOINT="+e.S3.Endpoint())
			}
			_, said := lecterntest.RunWithEnv(t, own, 1, "serve", "--data", t.TempDir(), "--addr", "127.0.0.1:0")
			if !strings.Contains(said, test.sentence) || strings.Count(said, "\n") != 1 || strings.Contains(said, "sesame") {
				t.Errorf("the message is %q, want one line with %q", said, test.sentence)
			}
		})
	}
}

// An invalid address of a database is rejected at the start of a command. It must never be used as the name of a
// database file.
func TestInvalidDatabaseAddresses(t *testing.T) {
	for _, address := range []string{"postgres://a b", "postgres://lectern:sesame%zz@host/lectern",
		"host=localhost user=lectern password=sesame dbname=lectern", "db.example.com", "mysql://x:sesame@y/z",
		"Postgres://lectern:sesame@host/lectern"} {
		for _, args := range [][]string{{"serve", "--addr", "127.0.0.1:0"}, {"key", "create", "first"}, {"key", "list"}, {"take-over"},
			{"move", "--blobs", "s3://b", "--to-data", "elsewhere"}} {
			_, said := lecterntest.RunWithEnv(t, []string{"LECTERN_DATABASE=" + address}, 2, append(args, "--data", t.TempDir())...)
			if !strings.Contains(said, "write it as postgres://user:password@host:5432/database") || strings.Contains(said, "sesame") {
				t.Errorf("%s with %s: the message is %q", args[0], address, said)
			}
		}
	}
}

// With PostgreSQL, the command backup advises to use pg_dump, even if the data folder has no library.
func TestBackupOfRecordsElsewhere(t *testing.T) {
	_, said := lecterntest.RunWithEnv(t, []string{"LECTERN_DATABASE=postgres://localhost/lectern"}, 1, "backup", "--data", t.TempDir(),
		filepath.Join(t.TempDir(), "backup.tar"))
	if !strings.Contains(said, "pg_dump") {
		t.Errorf("the message is %q", said)
	}
}

// TestStartWaitsForUnavailableEngines starts a server while its database and its bucket are unavailable. The
// server must log what it waits for, and serve requests when both have started.
func TestStartWaitsForUnavailableEngines(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	e := lecterntest.StartEngines(t)
	database, blobs := e.CreateDatabase("library"), e.CreateBucket("library")
	if err := e.Postgres.Stop(false); err != nil {
		t.Fatal(err)
	}
	if err := e.S3.Stop(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), lecterntest.WaitTimeout)
	defer cancel()
	server := exec.CommandContext(ctx, lecterntest.Program(t, "lectern"), "serve", "--data", t.TempDir(), "--addr", "127.0.0.1:0",
		"--drain", "0s")
	server.Env = append(append(os.Environ(), e.S3.Environment()...), "LECTERN_DATABASE="+database, "LECTERN_BLOBS="+blobs)
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	log, err := server.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(log)
	until := func(part string) {
		t.Helper()
		for lines.Scan() {
			if strings.Contains(lines.Text(), part) {
				return
			}
		}
		t.Fatalf("no message is %q", part)
	}
	until("waiting for the database at postgres://")
	if err := e.Postgres.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	until("waiting for the bucket library")
	if err := e.S3.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = io.Copy(io.Discard, log) }()
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || !strings.Contains(line, `"event":"listening"`) {
		t.Errorf("it prints %q, %v", line, err)
	}
	cancel() // kills the server
	_ = server.Wait()
}

// TestCommandsPrintWhatTheyWaitFor runs commands while the database is stopped. They must print what they wait for,
// without the password, and complete after the database has started.
func TestCommandsPrintWhatTheyWaitFor(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	e := lecterntest.StartEngines(t)
	database := e.AddressAs(e.CreateDatabase("library"), url.UserPassword("lectern", "sesame"))
	for _, arguments := range [][]string{{"key", "create", "first"}, {"key", "list"}} {
		if err := e.Postgres.Stop(false); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), lecterntest.WaitTimeout)
		defer cancel()
		cmd := exec.CommandContext(ctx, lecterntest.Program(t, "lectern"), arguments...)
		cmd.Env = append(os.Environ(), "LECTERN_DATABASE="+database)
		said, err := cmd.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		line, err := bufio.NewReader(said).ReadString('\n')
		if err != nil || !strings.Contains(line, "waiting for the database at postgres://127.0.0.1:") || strings.Contains(line, "sesame") {
			t.Errorf("%q: the message is %q, %v", arguments, line, err)
		}
		if err := e.Postgres.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("%q ends with %v", arguments, err)
		}
	}
}
