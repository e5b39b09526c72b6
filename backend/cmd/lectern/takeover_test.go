package main

import (
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestACopyOfALibraryKeepsOffItsBucket starts a restored dump of a database on the bucket of the original, which
// has it refused until it is told to take the bucket over; from then on the original is.
func TestACopyOfALibraryKeepsOffItsBucket(t *testing.T) {
	t.Parallel()
	ofSQLite(t)
	e := startEngines(t)
	original, blobs, foreign := e.database("original"), e.bucket("library"), e.bucket("foreign")
	e.serveOnce(original, blobs)
	stranger := e.database("stranger")
	e.tell("postgres", `CREATE ROLE keeper LOGIN`, `ALTER DATABASE stranger OWNER TO keeper`)
	e.serveOnce(e.as(stranger, url.User("keeper")), foreign)
	replica := e.database("copy")
	restore := exec.CommandContext(t.Context(), "sh", "-ec",
		`pg_dump --file="$3" "$1"; psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 --output=/dev/null --file="$3" "$2"`,
		"sh", original, replica, filepath.Join(t.TempDir(), "dump.sql"))
	if out, err := restore.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	const refusal = "was last used by another database"
	e.refused(refusal, replica, blobs, "serve", "--data", t.TempDir(), "--addr", "127.0.0.1:0")
	e.refused(refusal, replica, blobs, "move", "--to-data", t.TempDir())
	e.serveOnce(original, blobs)
	e.refused("belongs to another library", replica, foreign, "take-over")
	env := append(e.s3.Environment(), "LECTERN_DATABASE="+replica, "LECTERN_BLOBS="+blobs)
	if said, _ := runCommand(t, env, 0, "take-over"); !strings.Contains(said, "is now used by this database") {
		t.Errorf("it says %q", said)
	}
	e.serveOnce(replica, blobs)
	e.refused(refusal, original, blobs, "serve", "--data", t.TempDir(), "--addr", "127.0.0.1:0")
}

// refused has a command fail with one line that has a sentence.
func (e *ownEngines) refused(sentence, database, blobs string, arguments ...string) {
	e.t.Helper()
	_, said := runCommand(e.t, append(e.s3.Environment(), "LECTERN_DATABASE="+database, "LECTERN_BLOBS="+blobs), 1, arguments...)
	if !strings.Contains(said, sentence) || strings.Count(said, "\n") != 1 {
		e.t.Errorf("%s says %q, want one line with %q", arguments[0], said, sentence)
	}
}

// TestTakeOverIsTold of what makes no sense.
func TestTakeOverIsTold(t *testing.T) {
	t.Parallel()
	ofSQLite(t)
	for _, env := range [][]string{nil, {"LECTERN_BLOBS=s3://x"}} {
		if _, said := runCommand(t, env, 2, "take-over"); !strings.Contains(said, "name the database") {
			t.Errorf("with %q it says %q", env, said)
		}
	}
}
