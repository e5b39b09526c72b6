package documents_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
	"lectern/backend/sentence/pathname"
)

// intakeLine is a line of the response to POST /intake.
type intakeLine struct {
	Path, Name, State, Message, DocumentID string
	Size                                   int64
	Found, Taken, Refused, LeftOut         int
}

// importPaths imports files of this machine by their paths, with the key that only local programs can read, and returns
// the lines of the response.
func importPaths(s *lecterntest.Server, paths ...string) (lines []intakeLine) {
	s.T.Helper()
	payload, err := json.Marshal(map[string]any{"paths": paths, "tags": []string{"dropped"}})
	if err != nil {
		s.T.Fatal(err)
	}
	status, answer := s.Call(http.MethodPost, "/intake", s.LocalHeader(), bytes.NewReader(payload))
	if status != http.StatusOK {
		s.T.Fatalf("intake: %d %s", status, answer)
	}
	for line := range bytes.Lines(answer) {
		var one intakeLine
		if err := json.Unmarshal(line, &one); err != nil {
			s.T.Fatal(err)
		}
		lines = append(lines, one)
	}
	return lines
}

// TestIntake imports a folder with files of every kind, and single files. Each file must have its own result, and a
// file that fails must not prevent the import of other files.
func TestIntake(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	dir := t.TempDir()
	write := func(name string, content []byte) string {
		path := filepath.Join(dir, "drop", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good := write("good.pdf", lecterntest.Sample(t, "sample.pdf"))
	write("deep/er/letter.rtf", []byte(`{\rtf1 Hello}`))
	write("locked.docx", lecterntest.Sample(t, "protected.docx"))
	write("empty.docx", nil)
	write("picture.png", []byte("\x89PNG\r\n\x1a\n0000"))
	write("notes.txt", []byte("plain"))
	write(".hidden/secret.pdf", lecterntest.Sample(t, "sample.pdf"))
	write(".DS_Store", []byte("x"))
	write("~$letter.docx", []byte("x"))
	outside := filepath.Join(dir, "outside.pdf")
	if err := os.WriteFile(outside, lecterntest.Sample(t, "sample.pdf"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, "drop", "link.pdf")); err != nil {
		t.Fatal(err)
	}
	named := filepath.Join(dir, "named.pdf") // a link that is imported by its own path is followed
	if err := os.Symlink(outside, named); err != nil {
		t.Fatal(err)
	}
	pipe := filepath.Join(dir, "pipe.pdf")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}

	want := map[string]struct{ state, message string }{
		"good.pdf":    {"taken", ""},
		"letter.rtf":  {"taken", ""},
		"locked.docx": {"locked", "password-protected"},
		"empty.docx":  {"refused", "The file is empty."},
		"picture.png": {"refused", "an image (.png)"},
		"notes.txt":   {"refused", "a plain text file"},
		"named.pdf":   {"taken", ""},
		"gone.pdf":    {"refused", "The file no longer exists."},
		"pipe.pdf":    {"refused", "not a document file"},
		"a.pdf":       {"refused", "is not absolute"},
	}
	lines := importPaths(s, filepath.Join(dir, "drop"), good, named, filepath.Join(dir, "gone.pdf"), pipe, "relative/a.pdf")
	last := lines[len(lines)-1]
	if last.State != "done" || last.Found != len(want) || last.Taken != 4 || last.Refused != 6 || last.LeftOut != 4 {
		t.Errorf("at last %+v", last)
	}
	found := map[string]bool{}
	for _, line := range lines[:len(lines)-1] {
		if line.State == "found" {
			found[line.Path] = true
			continue
		}
		w, ok := want[line.Name]
		if !ok || !found[line.Path] || line.State != w.state || !strings.Contains(line.Message, w.message) {
			t.Errorf("%+v, want %v after it was found", line, w)
		}
		delete(want, line.Name)
		if (line.State == "taken" || line.State == "locked") != (line.DocumentID != "") {
			t.Errorf("%s has the document %q", line.Name, line.DocumentID)
		}
		if line.Name == "good.pdf" {
			s.Wait(line.DocumentID)
			if doc := s.Fields(http.StatusOK, http.MethodGet, "/document/"+line.DocumentID, ""); doc["status"] != "ready" {
				t.Errorf("the document is %v", doc)
			}
		}
	}
	if len(want) != 0 {
		t.Errorf("missing: %v", want)
	}
}

// TestImportOfUnusualNames imports files whose names are not valid UTF-8 or look like a URL. Each must get its own path
// in the result, by which its document can be found.
func TestImportOfUnusualNames(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	folder := t.TempDir()
	want := map[string]bool{}
	for _, name := range []string{"a\xe8.rtf", "a\xe9.rtf", "file:a.rtf"} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(`{\rtf1 Hello}`), 0o600); err != nil {
			t.Fatal(err)
		}
		want[path] = true
	}
	lines := importPaths(s, folder)
	if last := lines[len(lines)-1]; last.Taken != len(want) {
		t.Errorf("%+v", lines)
	}
	for _, line := range lines[:len(lines)-1] {
		if line.State == "found" {
			continue
		}
		if path := pathname.Path(line.Path); !want[path] {
			t.Errorf("%q is the path of none", line.Path)
		} else {
			delete(want, path)
		}
		if again := importPaths(s, line.Path); again[1].State != "taken" || again[1].Path != line.Path {
			t.Errorf("again: %+v", again)
		}
		status, answer := s.Call(http.MethodGet, "/document/"+line.DocumentID+"?details=true", s.LocalHeader(), nil)
		var doc struct{ SourcePath string }
		if err := json.Unmarshal(answer, &doc); status != http.StatusOK || err != nil || doc.SourcePath != line.Path {
			t.Errorf("%q came from %q: %d %v", line.Path, doc.SourcePath, status, err)
		}
	}
	odd := filepath.Join(folder, "a\xe9.rtf")
	lecterntest.RunWithEnv(t, []string{"DISPLAY=", "WAYLAND_DISPLAY="}, 0, "open", "--data", s.Data, odd)
	_, said := lecterntest.RunWithEnv(t, []string{"DISPLAY=", "WAYLAND_DISPLAY="}, 1, "open", "--data", s.Data, odd+".gone")
	if !strings.Contains(said, odd+".gone: The file no longer exists.") {
		t.Errorf("a missing one: the message is %q", said)
	}
}

// TestIntakeOfLongPaths imports as many files as one request may name, with long paths.
func TestIntakeOfLongPaths(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	const most = 10_000
	paths := make([]string, most)
	for i := range paths {
		paths[i] = fmt.Sprintf("/gone/%s/%d.pdf", strings.Repeat("x", 200), i)
	}
	lines := importPaths(s, paths...)
	if last := lines[len(lines)-1]; last.Found != most || last.Refused != most {
		t.Errorf("%+v", last)
	}
}

// TestIntakeOfItsOwn imports the data folder, parts of it and its parent folder, directly and through links. None of
// Lectern's own files may become a document.
func TestIntakeOfItsOwn(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	home := t.TempDir()
	data, link := filepath.Join(home, "data"), filepath.Join(t.TempDir(), "link")
	if err := os.Mkdir(data, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(data, link); err != nil {
		t.Fatal(err)
	}
	s := lecterntest.StartIn(t, link, nil)
	s.Wait(s.Upload("kept.pdf", lecterntest.Sample(t, "sample.pdf")).ID)
	var original string
	if err := filepath.WalkDir(filepath.Join(data, "content"), func(path string, entry os.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			original = path
		}
		return err
	}); err != nil || original == "" {
		t.Fatalf("its content has no file: %v", err)
	}
	for _, own := range []string{data, link, filepath.Join(data, "content"), filepath.Join(link, "content"), original} {
		lines := importPaths(s, own)
		if last := lines[len(lines)-1]; last.Found != 1 || last.Refused != 1 ||
			!strings.Contains(lines[1].Message, "the folder of Lectern's library") {
			t.Errorf("of %s: %+v", own, lines)
		}
	}
	if lines := importPaths(s, home); len(lines) != 1 || lines[0].Found != 0 {
		t.Errorf("of what it lies in: %+v", lines)
	}
}

// TestIntakeIsForTheOwnUser checks that only the local key, not an API key, may import paths or control the window.
func TestIntakeIsForTheOwnUser(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	for path, payload := range map[string]string{"/intake": `{"paths":["/etc/passwd"]}`, "/window": `{"show":true}`} {
		status, answer := s.Call(http.MethodPost, path, http.Header{"Content-Type": {"application/json"}}, strings.NewReader(payload))
		if status != http.StatusForbidden {
			t.Errorf("%s: %d %s", path, status, answer)
		}
	}
	if status, answer := s.Call(http.MethodPost, "/intake", s.LocalHeader(),
		strings.NewReader(`{"paths":[]}`)); status != http.StatusUnprocessableEntity {
		t.Errorf("of no paths: %d %s", status, answer)
	}
	for _, kind := range []string{"documents", "files"} {
		many := `{"` + kind + `":["/d"` + strings.Repeat(`,"/d"`, 1000) + `]}`
		if status, answer := s.Call(http.MethodPost, "/window", s.LocalHeader(),
			strings.NewReader(many)); status != http.StatusUnprocessableEntity {
			t.Errorf("of too many %s: %d %s", kind, status, answer)
		}
	}
	if status, answer := s.Call(http.MethodPost, "/window", s.LocalHeader(),
		strings.NewReader(`{"show":true}`)); status != http.StatusConflict {
		t.Errorf("without a window: %d %s", status, answer)
	}
}
