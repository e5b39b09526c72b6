package library_test

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// databaseDamage is a way to damage the database of a stopped server.
type databaseDamage struct {
	name string
	do   func(t testing.TB, data, older string) // older is a folder with an older copy of the database
	want string                                 // part of the error message of the start
}

// databaseDamages are the ways in which the tests damage a database.
var databaseDamages = []databaseDamage{
	{"missing", func(t testing.TB, data, _ string) { removeDatabase(t, data) }, "missing or empty"},
	{"empty", func(t testing.TB, data, _ string) {
		removeDatabase(t, data)
		lecterntest.WritePrivateFile(t, filepath.Join(data, "lectern.db"), nil)
	}, "missing or empty"},
	{"older", func(t testing.TB, data, older string) {
		removeDatabase(t, data)
		copyDatabase(t, older, data)
	}, "is older than"},
	{"without its wal", func(t testing.TB, data, _ string) {
		for _, name := range []string{"lectern.db-wal", "lectern.db-shm"} {
			lecterntest.RemoveFile(t, filepath.Join(data, name))
		}
	}, ""}, // the message depends on how much of the database is in the write-ahead log (WAL)
	{"truncated", func(t testing.TB, data, _ string) {
		mergeLog(t, data)
		path := filepath.Join(data, "lectern.db")
		if err := os.Truncate(path, sizeOf(t, path)/2); err != nil {
			t.Fatal(err)
		}
	}, "cannot be read"},
	{"flipped bytes", func(t testing.TB, data, _ string) {
		mergeLog(t, data)
		path := filepath.Join(data, "lectern.db")
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i := 1; i < len(text); i += 509 { // changes several bytes of each page
			text[i] ^= 0xff
		}
		lecterntest.WritePrivateFile(t, path, text)
	}, "cannot be read"},
}

// databaseFiles are the names of SQLite's files for the database.
var databaseFiles = []string{"lectern.db", "lectern.db-wal", "lectern.db-shm", "lectern.db-journal"}

func removeDatabase(t testing.TB, data string) {
	t.Helper()
	for _, name := range databaseFiles {
		lecterntest.RemoveFile(t, filepath.Join(data, name))
	}
}

// copyDatabase copies the files of a database that is not in use.
func copyDatabase(t testing.TB, from, to string) {
	t.Helper()
	for _, name := range databaseFiles {
		text, err := os.ReadFile(filepath.Join(from, name))
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		lecterntest.WritePrivateFile(t, filepath.Join(to, name), text)
	}
}

func sizeOf(t testing.TB, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

// mergeLog merges the write-ahead log into the database file.
func mergeLog(t testing.TB, data string) {
	t.Helper()
	db, err := sql.Open("sqlite3", filepath.Join(data, "lectern.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`PRAGMA wal_checkpoint(TRUNCATE)`); err != nil {
		t.Fatal(err)
	}
}

// TestADamagedDatabaseNeverCausesDeletion damages the database of a killed server in six ways. The next start
// must fail with a message that states the reason and what to do, and must change nothing. With the right database, all
// documents must be available again.
//
// SECURITY.md, promise 55 (no lost content)
func TestADamagedDatabaseNeverCausesDeletion(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	for _, d := range databaseDamages {
		t.Run(d.name, func(t *testing.T) {
			t.Parallel()
			data, older, right := t.TempDir(), t.TempDir(), t.TempDir()
			s := lecterntest.StartIn(t, data, nil)
			s.Wait(s.Upload("first.pdf", lecterntest.UniqueSample(t, "sample.pdf")).ID)
			s.Stop()
			copyDatabase(t, data, older)
			s = lecterntest.StartIn(t, data, nil)
			originals := map[string][]byte{}
			for i := range 5 {
				text := lecterntest.UniqueSample(t, "sample.pdf")
				originals[s.Wait(s.Upload(fmt.Sprintf("%d.pdf", i), text).ID).ID] = text
			}
			s.Kill()
			copyDatabase(t, data, right)
			before := lecterntest.ContentFiles(t, data)

			d.do(t, data, older)
			_, stderr := lecterntest.RunWithEnv(t, nil, 1, "serve", "--data", data, "--addr", "127.0.0.1:0")
			for _, want := range []string{d.want, data, "lectern restore", "lectern start-anew --data " + data, "Nothing was changed."} {
				if !strings.Contains(stderr, want) {
					t.Errorf("it lacks %q: %s", want, stderr)
				}
			}
			if after := lecterntest.ContentFiles(t, data); len(after) != len(before) {
				t.Fatalf("of %d files of the content %d are left", len(before), len(after))
			}
			if out, _ := lecterntest.RunWithEnv(t, nil, 1, "doctor", "--data", data, "--addr", "127.0.0.1:0"); !strings.Contains(out,
				"lectern start-anew") {
				t.Errorf("the doctor: the message is %s", out)
			}
			wantRefusedByCommands(t, data, nil)

			removeDatabase(t, data)
			copyDatabase(t, right, data)
			s = lecterntest.StartIn(t, data, nil)
			wantOriginals(s, originals)
		})
	}
}

// wantRefusedByCommands fails the test unless all commands refuse a data folder on which no server starts, and change
// nothing in it.
func wantRefusedByCommands(t *testing.T, data string, want []string) {
	t.Helper()
	elsewhere := t.TempDir()
	before := fileSums(t, data)
	for _, args := range [][]string{
		{"key", "list"}, {"key", "revoke", "k-1"}, {"key", "create", "one more"}, {"forget-secrets"},
		{"backup", filepath.Join(elsewhere, "a.tar")}, {"backup", "--partial", filepath.Join(elsewhere, "b.tar")},
		{"move", "--to-data", filepath.Join(elsewhere, "new")}, {"move", "--undo"},
	} {
		_, stderr := lecterntest.RunWithEnv(t, nil, 1, append(args, "--data", data)...)
		for _, part := range append(want, "Nothing was changed.") {
			if !strings.Contains(stderr, part) {
				t.Errorf("%q lacks %q: %s", args, part, stderr)
			}
		}
		if after := fileSums(t, data); !maps.Equal(after, before) {
			t.Fatalf("%q has changed the folder: %v, and before %v", args, after, before)
		}
	}
	if left, err := os.ReadDir(elsewhere); err != nil || len(left) != 0 {
		t.Errorf("elsewhere are %v, %v", left, err)
	}
}

// fileSums returns the hashes of the database file and of other files that must not change. It omits SQLite's
// write-ahead log and the index of that log, which SQLite may recreate.
func fileSums(t *testing.T, data string) map[string][sha256.Size]byte {
	t.Helper()
	sums := map[string][sha256.Size]byte{}
	for _, name := range []string{"lectern.db", "library.json", "seal.key"} {
		text, err := os.ReadFile(filepath.Join(data, name))
		if err == nil {
			sums[name] = sha256.Sum256(text)
		}
	}
	return sums
}

// wantOriginals fails the test unless the server returns these originals, by document ID.
func wantOriginals(s *lecterntest.Server, originals map[string][]byte) {
	s.T.Helper()
	for id, want := range originals {
		status, got := s.Call(http.MethodGet, "/document/"+id+"/original", nil, nil)
		if status != http.StatusOK || string(got) != string(want) {
			s.T.Errorf("the original of %s is answered with %d", id, status)
		}
	}
}

// TestStartAnew runs start-anew while the right database is missing. All files must be moved aside under their
// names, and none may be removed. After a start with the right database they must be back in place.
//
// SECURITY.md, promise 55 (no lost content)
func TestStartAnew(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	for _, d := range databaseDamages {
		if d.name == "without its wal" {
			continue // another kind of damage tests the same
		}
		t.Run(d.name, func(t *testing.T) {
			t.Parallel()
			data, older, right := t.TempDir(), t.TempDir(), t.TempDir()
			s := lecterntest.StartIn(t, data, nil)
			known := lecterntest.UniqueSample(t, "sample.pdf")
			first := s.Wait(s.Upload("first.pdf", known).ID)
			s.Stop()
			copyDatabase(t, data, older)
			s = lecterntest.StartIn(t, data, nil)
			originals := map[string][]byte{}
			for i := range 5 {
				text := lecterntest.UniqueSample(t, "sample.pdf")
				originals[s.Wait(s.Upload(fmt.Sprintf("%d.pdf", i), text).ID).ID] = text
			}
			s.Stop()
			copyDatabase(t, data, right)
			d.do(t, data, older)
			stdout, stderr := lecterntest.RunWithEnv(t, nil, 0, "start-anew", "--data", data)
			if !strings.Contains(stdout, "set-aside") {
				t.Errorf("the message is %s", stdout)
			}
			s = lecterntest.StartIn(t, data, nil)
			if d.name == "older" {
				wantOriginals(s, map[string][]byte{first.ID: known})
			} else if names := s.DocumentNames(); len(names) != 0 {
				t.Errorf("the new library has %v", names)
			}
			for _, text := range originals {
				sum := sha256.Sum256(text)
				key := hex.EncodeToString(sum[:1]) + "/" + hex.EncodeToString(sum[1:])
				aside, err := filepath.Glob(filepath.Join(data, "set-aside", "*", filepath.FromSlash(key)))
				if err != nil || len(aside) != 1 || !strings.Contains(stderr, key) {
					t.Errorf("the original %s is set aside as %q, and is named in: %s", key, aside, stderr)
				}
			}
			s.Fields(http.StatusOK, http.MethodPost, "/storage/clean?setAside=true", "")
			s.Stop()

			removeDatabase(t, data)
			copyDatabase(t, right, data)
			if d.name != "older" { // an older database may be replaced by a newer one of the same library
				lecterntest.RunWithEnv(t, nil, 1, "serve", "--data", data, "--addr", "127.0.0.1:0")
				lecterntest.RunWithEnv(t, nil, 0, "start-anew", "--data", data)
			} else if said := lecterntest.Run(t, 0, "doctor", "--data", data, "--addr", "127.0.0.1:0"); !strings.Contains(said, "are set aside") ||
				strings.Contains(said, "restore") {
				t.Errorf("the doctor: the message is %s", said)
			}
			s = lecterntest.StartIn(t, data, nil)
			wantOriginals(s, originals)
		})
	}
}

// TestALibraryOfAnEarlierVersion starts a library of an earlier version. It has no mark, which is a file that states
// how many changes the database has. The server must start normally, also after a kill, unless the database does not
// know most of the content.
//
// SECURITY.md, promise 55 (no lost content)
func TestALibraryOfAnEarlierVersion(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	data, older := t.TempDir(), t.TempDir()
	s := lecterntest.StartIn(t, data, nil)
	s.Wait(s.Upload("first.pdf", lecterntest.UniqueSample(t, "sample.pdf")).ID)
	s.Stop()
	copyDatabase(t, data, older)
	originals := map[string][]byte{}
	for range 2 {
		lecterntest.RemoveFile(t, filepath.Join(data, "library.json"))
		s = lecterntest.StartIn(t, data, nil)
		for i := range 2 {
			text := lecterntest.UniqueSample(t, "sample.pdf")
			originals[s.Wait(s.Upload(fmt.Sprintf("%d.pdf", i), text).ID).ID] = text
		}
		wantOriginals(s, originals)
		s.Kill()
	}
	lecterntest.RemoveFile(t, filepath.Join(data, "library.json"))
	removeDatabase(t, data)
	copyDatabase(t, older, data)
	if _, stderr := lecterntest.RunWithEnv(t, nil, 1, "serve", "--data", data, "--addr", "127.0.0.1:0"); !strings.Contains(stderr,
		"does not know 4 of 5 files") {
		t.Errorf("the message is %s", stderr)
	}
	if n := len(lecterntest.ContentFiles(t, data)); n != 5 {
		t.Errorf("%d files of the content are left", n)
	}
}

// TestRestoreOverANewerMark restores a backup into a folder that has the mark of a newer state of the same library. The
// mark is a file that states how many changes the database has. The restored library must start nevertheless.
func TestRestoreOverANewerMark(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	data, archive := t.TempDir(), filepath.Join(t.TempDir(), "backup.tar")
	s := lecterntest.StartIn(t, data, nil)
	text := lecterntest.UniqueSample(t, "sample.pdf")
	doc := s.Wait(s.Upload("kept.pdf", text).ID)
	lecterntest.Run(t, 0, "backup", "--data", data, archive)
	s.Wait(s.Upload("later.pdf", lecterntest.UniqueSample(t, "sample.pdf")).ID)
	s.Stop()
	removeDatabase(t, data)
	for _, name := range []string{"content", "seal.key"} {
		if err := os.RemoveAll(filepath.Join(data, name)); err != nil {
			t.Fatal(err)
		}
	}
	lecterntest.Run(t, 0, "restore", "--data", data, archive)
	s = lecterntest.StartIn(t, data, nil)
	wantOriginals(s, map[string][]byte{doc.ID: text})
}

// TestACurrentDatabaseIsNotRefused starts a library that has more files of removed documents than files of existing
// documents. A server that was killed during a backup leaves such a library behind. The start must succeed and set the
// files of removed documents aside.
//
// SECURITY.md, promise 55 (no lost content)
func TestACurrentDatabaseIsNotRefused(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	data, kept := t.TempDir(), lecterntest.UniqueSample(t, "sample.pdf")
	s := lecterntest.StartIn(t, data, nil)
	doc := s.Wait(s.Upload("kept.pdf", kept).ID)
	s.Stop()
	old := time.Now().Add(-time.Hour)
	var removed []string
	for i := range 6 {
		text := fmt.Appendf(nil, "removed %d", i)
		path := lecterntest.ContentPath(data, text)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, text, 0o600), os.Chtimes(path, old, old)); err != nil {
			t.Fatal(err)
		}
		removed = append(removed, path)
	}
	// A killed server leaves this file behind.
	lecterntest.WritePrivateFile(t, filepath.Join(data, "instance.json"), []byte("{}"))
	s = lecterntest.StartIn(t, data, nil)
	for _, path := range removed {
		if aside, err := filepath.Glob(filepath.Join(data, "set-aside", "*", "??", filepath.Base(path))); err != nil || len(aside) != 1 {
			t.Errorf("%s is set aside in %q, %v", path, aside, err)
		}
	}
	wantOriginals(s, map[string][]byte{doc.ID: kept})
}
