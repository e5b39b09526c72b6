package cluster_test

import (
	"net/url"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestDoctorChecksEngines checks that doctor describes the configured database and bucket, and does not change them.
func TestDoctorChecksEngines(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	e := lecterntest.StartEngines(t)
	used, empty, newer := e.CreateDatabase("used"), e.CreateDatabase("empty"), e.CreateDatabase("newer")
	full := e.CreateBucket("full")
	e.InitLibrary(used, full)
	lecterntest.RunWithEnv(t, []string{"LECTERN_DATABASE=" + newer}, 0, "key", "create", "test")
	e.Exec("newer", `INSERT INTO migration (version, beside) VALUES (9999, 9999)`)
	e.Exec("postgres", `CREATE ROLE guest LOGIN PASSWORD 'sesame'`)
	for name, test := range map[string]struct {
		code                      int
		database, blobs, sentence string
	}{
		"a library": {0, e.AddressAs(used, url.UserPassword("lectern", "sesame")), full,
			"/used has a library that works with this version"},
		"its bucket":             {0, used, full, "ok       bucket       s3://full (http://127.0.0.1:"},
		"an empty database":      {0, empty, full, "/empty is empty: a library is created in it at the first start"},
		"a newer library":        {1, newer, full, "/newer: the library was written by a newer Lectern"},
		"a user without a right": {1, e.AddressAs(empty, url.User("guest")), full, "cannot create tables in this database"},
		"no database":            {1, strings.Replace(used, "/used", "/none", 1), full, "failed   database     postgres://127.0.0.1:"},
		"nobody there":           {1, "postgres://lectern:sesame@127.0.0.1:1/x", full, "connection refused"},
		"no bucket":              {1, used, e.S3.Address("missing"), `there is no bucket "missing" in the store: create it first`},
		"nobody at the store": {1, used, "s3://full?endpoint=http://127.0.0.1:1&region=us-east-1&use_path_style=true",
			"failed   bucket       s3://full (http://127.0.0.1:1): "},
	} {
		stdout, _ := lecterntest.RunWithEnv(t, append(e.S3.Environment(), "LECTERN_DATABASE="+test.database, "LECTERN_BLOBS="+test.blobs),
			test.code,
			"doctor", "--data", t.TempDir(), "--addr", "127.0.0.1:0")
		if !strings.Contains(stdout, test.sentence) || strings.Contains(stdout, "sesame") {
			t.Errorf("%s: the message is %s", name, stdout)
		}
	}
	if tables, err := e.Postgres.Query(t.Context(), "empty", `SELECT COUNT(*) FROM pg_tables WHERE schemaname = 'public'`); err != nil ||
		strings.Join(tables, "") != "0" {
		t.Errorf("it has made tables: %v, %v", tables, err)
	}
	if stdout, _ := lecterntest.RunWithEnv(t, nil, 0, "doctor", "--data", t.TempDir(), "--addr", "127.0.0.1:0"); strings.Contains(stdout,
		"database") ||
		strings.Contains(stdout, "bucket") {
		t.Errorf("a library in a folder: the message is %s", stdout)
	}
}
