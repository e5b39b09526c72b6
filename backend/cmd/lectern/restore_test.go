package main

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/library"
)

// asLocal has what is asked come with the key of the running server's own user.
func (s *instance) asLocal() {
	s.t.Helper()
	local, err := library.FindInstance(s.data)
	if err != nil {
		s.t.Fatal(err)
	}
	s.key = local.Key
}

// replaced gives the folders of the libraries that were set aside.
func (s *instance) replaced() []string {
	s.t.Helper()
	folders, err := filepath.Glob(filepath.Join(s.data, "replaced-*"))
	if err != nil {
		s.t.Fatal(err)
	}
	return folders
}

// again starts a server anew on its data folder.
func (s *instance) again() *instance {
	s.t.Helper()
	s.stop()
	return startOn(s.t, s.data, nil)
}

func (s *instance) wantPending(pending bool) {
	s.t.Helper()
	if said := s.fields(http.StatusOK, http.MethodGet, "/server", "")["restorePending"]; said != pending {
		s.t.Errorf("a restore is pending: %v, want %v", said, pending)
	}
}

func atPath(path string) string { return fmt.Sprintf(`{"path":%q}`, path) }

// TestRestoreAtTheNextStart takes a backup, changes the library, and has the backup take its place:
// when the server starts again, and not before.
//
// promise 29
func TestRestoreAtTheNextStart(t *testing.T) {
	t.Parallel()
	ofSQLite(t)
	s := start(t)
	kept := s.wait(s.upload("kept.docx", fresh(t, "sample.docx")).ID)
	archive := filepath.Join(t.TempDir(), "backup.tar")
	command(t, 0, "backup", "--data", s.data, archive)
	later := s.wait(s.upload("later.pdf", fresh(t, "sample.pdf")).ID)
	s.fields(http.StatusNoContent, http.MethodDelete, "/document/"+kept.ID, "")

	s.fields(http.StatusForbidden, http.MethodPost, "/restore", atPath(archive))
	anybody := s.key
	s.asLocal()
	s.wantPending(false)
	for range 2 { // the second takes the place of the first
		s.fields(http.StatusOK, http.MethodPost, "/restore", atPath(archive))
		s.wantPending(true)
	}
	own := s.key
	s.key = anybody
	s.fields(http.StatusForbidden, http.MethodDelete, "/restore", "")
	s.key = own
	s.wantPending(true)
	s.fields(http.StatusNoContent, http.MethodDelete, "/restore", "")
	s.wantPending(false)
	s = s.again()
	s.wait(later.ID)
	if len(s.replaced()) > 0 {
		t.Errorf("what was given up has replaced %v", s.replaced())
	}

	s.asLocal()
	s.fields(http.StatusOK, http.MethodPost, "/restore", atPath(archive))
	s.fields(http.StatusOK, http.MethodGet, "/document/"+later.ID, "")
	s = s.again()
	if held := s.holdAll(); held != 1 {
		t.Errorf("the restored library has %d documents", held)
	}
	s.fields(http.StatusOK, http.MethodGet, "/document/"+kept.ID, "")
	s.fields(http.StatusNotFound, http.MethodGet, "/document/"+later.ID, "")
	s.wantPending(false)
	if stray, err := filepath.Glob(filepath.Join(s.data, "restoring*")); err != nil || len(stray) > 0 {
		t.Errorf("the restore leaves %q, %v", stray, err)
	}
	replaced := s.replaced()
	if len(replaced) != 1 {
		t.Fatalf("%v was set aside", replaced)
	}
	before := startOn(t, replaced[0], nil)
	before.fields(http.StatusOK, http.MethodGet, "/document/"+later.ID, "")
	before.holdAll()

	held := s.fields(http.StatusOK, http.MethodPost, "/storage/clean?setAside=true", "")
	if len(s.replaced()) != 1 || held["setAside"].(float64) < 1000 || held["waiting"] != 0.0 {
		t.Errorf("while a server runs on it, %v is set aside: %v", s.replaced(), held)
	}
	before.stop()
	s.asLocal()
	s.fields(http.StatusOK, http.MethodPost, "/restore", atPath(archive))
	both := s.fields(http.StatusOK, http.MethodPost, "/storage/clean", "")
	waiting := both["waiting"].(float64)
	if waiting < 1000 || both["setAside"].(float64) < waiting+1000 {
		t.Errorf("with one that waits it is %v", both)
	}
	rest := s.fields(http.StatusOK, http.MethodPost, "/storage/clean?setAside=true", "")
	if len(s.replaced()) != 0 || rest["setAside"] != waiting || rest["temp"] != 0.0 {
		t.Errorf("then %v is set aside: %v", s.replaced(), rest)
	}
	s.wantPending(true)
}

// TestRestoreThatCannotBe has a restored library that cannot take its place at the next start, since
// what lies there cannot be replaced. The server starts on the present one, says why, and the
// person gives it up, or restores another one.
//
// promise 29
func TestRestoreThatCannotBe(t *testing.T) {
	t.Parallel()
	ofSQLite(t)
	s := start(t)
	kept := s.wait(s.upload("kept.pdf", fresh(t, "sample.pdf")).ID)
	archive := filepath.Join(t.TempDir(), "backup.tar")
	command(t, 0, "backup", "--data", s.data, archive)
	reader := fmt.Sprint(s.fields(http.StatusOK, http.MethodPost, "/key?name=reader&role=read", "")["key"])
	for _, give := range []struct {
		status int
		method string
		body   string
	}{{http.StatusNoContent, http.MethodDelete, ""}, {http.StatusOK, http.MethodPost, atPath(archive)}} {
		s.asLocal()
		s.fields(http.StatusOK, http.MethodPost, "/restore", atPath(archive))
		s.wantProblem("")
		if err := os.MkdirAll(filepath.Join(s.data, "replacing", "lectern.db", "taken"), 0o700); err != nil {
			t.Fatal(err)
		}
		s = s.again()
		s.asLocal()
		s.wantPending(true)
		s.wantProblem("lectern.db")
		s.fields(http.StatusOK, http.MethodGet, "/document/"+kept.ID, "")
		s.key = reader
		s.wantProblem("")
		s.asLocal()
		s.fields(give.status, give.method, "/restore", give.body)
		s.wantProblem("")
	}
}

// wantProblem wants the status to tell why nothing was restored, with a word in it, or nothing.
func (s *instance) wantProblem(word string) {
	s.t.Helper()
	said, _ := s.fields(http.StatusOK, http.MethodGet, "/server", "")["restoreProblem"].(string)
	if (said == "") != (word == "") || !strings.Contains(said, word) {
		s.t.Errorf("it says %q, want %q", said, word)
	}
}

// TestRestoreOfWhatIsNoBackup changes nothing, and says why.
//
// promise 29
func TestRestoreOfWhatIsNoBackup(t *testing.T) {
	t.Parallel()
	ofSQLite(t)
	s := start(t)
	doc := s.wait(s.upload("kept.pdf", sample(t, "sample.pdf")).ID)
	folder := t.TempDir()
	archive := filepath.Join(folder, "backup.tar")
	command(t, 0, "backup", "--data", s.data, archive)
	whole, err := os.ReadFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	changed := bytes.Clone(whole)
	changed[bytes.Index(whole, []byte("kept.pdf"))] ^= 1 // in the database
	for name, content := range map[string][]byte{"changed": changed, "short": whole[:len(whole)-4096], "other": []byte("hello")} {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s.asLocal()
	for name, want := range map[string]string{
		"changed": "damaged", "short": "damaged", "other": "not a backup", "none": "it is not there", ".": "is no file",
	} {
		refused := s.fields(http.StatusUnprocessableEntity, http.MethodPost, "/restore", atPath(filepath.Join(folder, name)))
		if said := fmt.Sprint(refused["message"]); !strings.Contains(said, want) || !strings.HasSuffix(said, ".") {
			t.Errorf("%s: it says %q, which lacks %q", name, said, want)
		}
		_, text := s.call(http.MethodPost, "/restore", http.Header{"Content-Type": {"application/json"}, "Accept-Language": {"de"}},
			strings.NewReader(atPath(filepath.Join(folder, name))))
		if !strings.Contains(string(text), `"localMessage":`) {
			t.Errorf("%s: it has no German words: %s", name, text)
		}
		s.wantPending(false)
	}
	s.fields(http.StatusUnprocessableEntity, http.MethodPost, "/restore", `{"path":"backup.tar"}`)
	s.fields(http.StatusOK, http.MethodPost, "/restore", atPath(archive))
	s.fields(http.StatusUnprocessableEntity, http.MethodPost, "/restore", atPath(filepath.Join(folder, "changed")))
	s.wantPending(true) // the one before it
	s.fields(http.StatusNoContent, http.MethodDelete, "/restore", "")
	s.fields(http.StatusNoContent, http.MethodDelete, "/restore", "")
	s = s.again()
	s.fields(http.StatusOK, http.MethodGet, "/document/"+doc.ID, "")
	if left, err := os.ReadDir(filepath.Join(s.data, "tmp")); err != nil || anyNamed(left, "restore-") {
		t.Errorf("it leaves %v, %v", left, err)
	}
}

func anyNamed(entries []os.DirEntry, prefix string) bool {
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), prefix) {
			return true
		}
	}
	return false
}
