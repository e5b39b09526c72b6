package library_test

import (
	"database/sql"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// viewState returns what a library shows, as responses by path: the pages and lists that a key and a session give
// access to.
func viewState(s *lecterntest.Server, id, view string) map[string]string {
	s.T.Helper()
	all := map[string]string{}
	for _, path := range []string{"/document?order=name", "/document/" + id + "/page/1.svg", "/search?q=sample", view, "/v1/template"} {
		address := s.APIBase + path
		if path == view || path == "/v1/template" {
			address = s.URL + path
		}
		status, text := s.Call(http.MethodGet, address, nil, nil)
		if status != http.StatusOK {
			s.T.Errorf("%s: %d %s", path, status, text)
		}
		all[path] = strings.ReplaceAll(string(text), s.URL, "")
	}
	_, title, _ := strings.Cut(all[view], "<title>")
	// Only the title is compared, because the rest of the page contains times and nonces.
	all[view], _, _ = strings.Cut(title, "</title>")
	return all
}

// wantShown fails the test unless two libraries return the same responses.
func wantShown(t *testing.T, where string, got, want map[string]string) {
	t.Helper()
	for path := range want {
		if got[path] != want[path] || got[path] == "" {
			t.Errorf("%s: %s is %.200s, not %.200s", where, path, got[path], want[path])
		}
	}
}

// TestMove moves a library from a folder to PostgreSQL and S3, and back to a folder. Everything keeps working
// afterwards, with the same keys and addresses.
func TestMove(t *testing.T) {
	t.Parallel()
	environment := lecterntest.SharedLibrary(t)
	var to []string
	for variable, flag := range map[string]string{"LECTERN_DATABASE": "--to-database", "LECTERN_BLOBS": "--to-blobs"} {
		at := slices.IndexFunc(environment, func(text string) bool { return strings.HasPrefix(text, variable+"=") })
		to = append(to, flag, strings.TrimPrefix(environment[at], variable+"="))
	}
	data := t.TempDir()
	s := lecterntest.StartIn(t, data, nil, "--samples")
	doc := s.Wait(s.Upload("letter.docx", lecterntest.UniqueSample(t, "sample.docx")).ID)
	s.Wait(s.Upload("paper.pdf", lecterntest.UniqueSample(t, "sample.pdf")).ID)
	view, key := strings.TrimPrefix(s.View(doc.ID), s.URL), s.Key
	want := viewState(s, doc.ID, view)

	if _, stderr := lecterntest.RunWithEnv(t, nil, 1, append([]string{"move", "--data", data}, to...)...); !strings.Contains(stderr,
		"another Lectern is running") {
		t.Errorf("while a server runs: %s", stderr)
	}
	s.Stop()
	if _, stderr := lecterntest.RunWithEnv(t, nil, 1, "move", "--data", data, "--to-data",
		filepath.Join(data, "content", "new")); !strings.Contains(
		stderr, "is inside the other") {
		t.Errorf("into itself: %s", stderr)
	}
	stdout, _ := lecterntest.RunWithEnv(t, environment, 0, append([]string{"move", "--data", data, "--database=", "--blobs="}, to...)...)
	if !strings.Contains(stdout, "2 documents with ") {
		t.Errorf("the message is %s", stdout)
	}
	if _, stderr := lecterntest.RunWithEnv(t, environment, 1,
		append([]string{"move", "--data", t.TempDir()}, to...)...); !strings.Contains(stderr,
		"is already there") {
		t.Errorf("onto itself: %s", stderr)
	}
	s = lecterntest.StartIn(t, t.TempDir(), environment)
	s.Key = key
	wantShown(t, "elsewhere", viewState(s, doc.ID, view), want)
	later := s.Wait(s.Upload("later.docx", lecterntest.UniqueSample(t, "sample.docx")).ID)
	want = viewState(s, doc.ID, view)
	s.Stop()

	back := filepath.Join(t.TempDir(), "back")
	stdout, _ = lecterntest.RunWithEnv(t, environment, 0, "move", "--to-data", back)
	if !strings.Contains(stdout, "3 documents with ") {
		t.Errorf("after the move back, the message is %s", stdout)
	}
	s = lecterntest.StartIn(t, back, nil)
	s.Key = key
	wantShown(t, "back", viewState(s, doc.ID, view), want)
	if status, _ := s.Call(http.MethodGet, "/document/"+later.ID+"/original", nil, nil); status != http.StatusOK {
		t.Errorf("what came elsewhere has status %d", status)
	}
	s.Stop()
	third := filepath.Join(t.TempDir(), "third")
	for _, there := range []string{back, third} {
		_, stderr := lecterntest.RunWithEnv(t, environment, 1, "move", "--to-data", there)
		if want := map[string]string{back: "there is a library in", third: "was moved to " + back}[there]; !strings.Contains(stderr, want) {
			t.Errorf("moved once more to %s: %s", there, stderr)
		}
	}
	if _, err := os.Stat(third); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what was refused leaves %s: %v", third, err)
	}
	file := filepath.Join(back, "lectern.db")
	if err := os.Rename(file, file+".moving"); err != nil { // the state before the last step of the move
		t.Fatal(err)
	}
	lecterntest.RunWithEnv(t, environment, 0, "move", "--to-data", back)
	lecterntest.StartIn(t, back, nil).Stop()
	wantMovedAway(t, environment, t.TempDir(), back)
	wantMovedAway(t, nil, data, "postgres://")
	lecterntest.Run(t, 0, "move", "--undo", "--data", data)
	lecterntest.StartIn(t, data, nil).Stop()
	lecterntest.Run(t, 0, "backup", "--data", data, filepath.Join(t.TempDir(), "backup.tar"))
	if _, stderr := lecterntest.RunWithEnv(t, nil, 1, "move", "--undo", "--data", data); !strings.Contains(stderr, "was not moved") {
		t.Errorf("undone twice: %s", stderr)
	}
}

// wantMovedAway fails the test unless every command that uses a library refuses the old place of a library that was
// moved. The error message must have one line, and name the new place.
func wantMovedAway(t *testing.T, environment []string, data, to string) {
	t.Helper()
	for _, arguments := range [][]string{
		{"serve", "--data", data, "--addr", "127.0.0.1:0"}, {"key", "create", "--data", data, "late"}, {"key", "list", "--data", data},
		{"backup", "--data", data, filepath.Join(t.TempDir(), "backup.tar")},
	} {
		if arguments[0] == "backup" && environment != nil {
			continue // backup works only with libraries in folders
		}
		_, stderr := lecterntest.RunWithEnv(t, environment, 1, arguments...)
		if !strings.Contains(stderr, "was moved to "+to) || !strings.Contains(stderr, "lectern move --undo") || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s of what was moved: the message is %s", arguments[0], stderr)
		}
	}
	if stdout, _ := lecterntest.RunWithEnv(t, environment, 1, "doctor", "--data", data); !strings.Contains(stdout, "was moved to "+to) {
		t.Errorf("doctor: the message is %s", stdout)
	}
	if environment != nil {
		return // config check does not open the database
	}
	if stdout, stderr := lecterntest.RunWithEnv(t, nil, 1, "config", "check", "--data", data); !strings.Contains(stdout+stderr,
		"was moved to "+to) {
		t.Errorf("config check: the message is %s%s", stdout, stderr)
	}
}

// TestAMoveThatIsKilled kills a move, and repeats the command, which must then continue the move. Until then no server
// may start on the target folder.
func TestAMoveThatIsKilled(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	data, to := t.TempDir(), t.TempDir()
	s := lecterntest.StartIn(t, data, nil)
	for range 20 {
		s.Upload("letter.docx", lecterntest.UniqueSample(t, "sample.docx"))
	}
	s.Stop()
	arguments := []string{"move", "--data", data, "--to-data", to}
	cmd := exec.Command(lecterntest.Program(t, "lectern"), arguments...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lecterntest.Eventually(t, "the move has begun", func() bool {
		found, err := filepath.Glob(filepath.Join(to, "content", "*", "*"))
		return err != nil || len(found) > 0
	})
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // the error only says that the process was killed
	if _, err := os.Stat(filepath.Join(to, "lectern.db")); err == nil {
		t.Skip("the move was faster than the kill")
	}
	if _, stderr := lecterntest.RunWithEnv(t, nil, 1, "serve", "--data", to, "--addr", "127.0.0.1:0"); !strings.Contains(stderr,
		"still being moved") {
		t.Errorf("half a library is served: %s", stderr)
	}
	markMoved(t, data, to)
	if _, stderr := lecterntest.RunWithEnv(t, nil, 1, "serve", "--data", data, "--addr", "127.0.0.1:0"); !strings.Contains(stderr,
		"was moved to "+to) {
		t.Errorf("what was carried over is served: %s", stderr)
	}
	lecterntest.Run(t, 0, arguments...)
	s = lecterntest.StartIn(t, to, nil)
	if names := s.DocumentNames(); len(names) != 20 || slices.ContainsFunc(names, func(n string) bool { return n != "letter.docx" }) {
		t.Errorf("it has %v", names)
	}
}

// markMoved marks a library as moved. The command move marks the library after it has copied everything, and before a
// server can start on the copy. The command may be killed in this state.
func markMoved(t *testing.T, data, to string) {
	t.Helper()
	db, err := sql.Open("sqlite3", filepath.Join(data, "lectern.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, statement := range []string{`CREATE TABLE IF NOT EXISTS moved (target TEXT NOT NULL, moved_at BIGINT NOT NULL)`,
		`DELETE FROM moved`, `INSERT INTO moved VALUES ('` + to + `', 1)`} {
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
}

// TestMoveRejectsInvalidArguments checks that invalid arguments of move are rejected before anything is changed.
func TestMoveRejectsInvalidArguments(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	data := t.TempDir()
	lecterntest.Run(t, 0, "key", "create", "--data", data, "test")
	for _, test := range []struct {
		name      string
		code      int
		arguments []string
		want      string
	}{
		{"nowhere", 2, nil, "the destination is missing"},
		{"a bucket alone", 2, []string{"--to-blobs", "s3://x"}, "a bucket requires a database"},
		{"records alone", 2, []string{"--to-database", "postgres://x"}, "the destination of the content is missing"},
		{"where it is", 1, []string{"--to-data", data}, "is already there"},
	} {
		_, stderr := lecterntest.RunWithEnv(t, nil, test.code, append([]string{"move", "--data", data}, test.arguments...)...)
		if !strings.Contains(stderr, test.want) {
			t.Errorf("%s: %s", test.name, stderr)
		}
	}
	other := t.TempDir()
	lecterntest.Run(t, 0, "key", "create", "--data", other, "test")
	if _, stderr := lecterntest.RunWithEnv(t, nil, 1, "move", "--data", data, "--to-data", other); !strings.Contains(stderr,
		"there is a library in") {
		t.Errorf("over another library: %s", stderr)
	}
}
