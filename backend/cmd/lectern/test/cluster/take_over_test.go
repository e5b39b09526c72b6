package cluster_test

import (
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestACopyOfALibraryKeepsOffItsBucket starts a server on a copy of a database, with the bucket of the original. The
// server must refuse to start until the command take-over has assigned the bucket to the copy. After that, servers on
// the original must refuse to start.
func TestACopyOfALibraryKeepsOffItsBucket(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	e := lecterntest.StartEngines(t)
	original, blobs, foreign := e.CreateDatabase("original"), e.CreateBucket("library"), e.CreateBucket("foreign")
	e.InitLibrary(original, blobs)
	stranger := e.CreateDatabase("stranger")
	e.Exec("postgres", `CREATE ROLE keeper LOGIN`, `ALTER DATABASE stranger OWNER TO keeper`)
	e.InitLibrary(e.AddressAs(stranger, url.User("keeper")), foreign)
	replica := e.CreateDatabase("copy")
	restore := exec.CommandContext(t.Context(), "sh", "-ec",
		`pg_dump --file="$3" "$1"; psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 --output=/dev/null --file="$3" "$2"`,
		"sh", original, replica, filepath.Join(t.TempDir(), "dump.sql"))
	if out, err := restore.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	const refusal = "was last used by another database"
	e.WantRefused(refusal, replica, blobs, "serve", "--data", t.TempDir(), "--addr", "127.0.0.1:0")
	e.WantRefused(refusal, replica, blobs, "move", "--to-data", t.TempDir())
	e.InitLibrary(original, blobs)
	e.WantRefused("belongs to another library", replica, foreign, "take-over")
	env := append(e.S3.Environment(), "LECTERN_DATABASE="+replica, "LECTERN_BLOBS="+blobs)
	if said, _ := lecterntest.RunWithEnv(t, env, 0, "take-over"); !strings.Contains(said, "now belongs to this database") {
		t.Errorf("the message is %q", said)
	}
	e.InitLibrary(replica, blobs)
	e.WantRefused(refusal, original, blobs, "serve", "--data", t.TempDir(), "--addr", "127.0.0.1:0")
}

// TestTakeOverRequiresADatabase checks that the command take-over is rejected without a database.
func TestTakeOverRequiresADatabase(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	for _, env := range [][]string{nil, {"LECTERN_BLOBS=s3://x"}} {
		if _, said := lecterntest.RunWithEnv(t, env, 2, "take-over"); !strings.Contains(said, "the library is missing") {
			t.Errorf("with %q the message is %q", env, said)
		}
	}
}
