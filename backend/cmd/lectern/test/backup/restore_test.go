package backup_test

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// replacedFolders returns the folders of libraries that a restore has replaced and kept.
func replacedFolders(s *lecterntest.Server) []string {
	s.T.Helper()
	folders, err := filepath.Glob(filepath.Join(s.Data, "replaced-*"))
	if err != nil {
		s.T.Fatal(err)
	}
	return folders
}

// restart stops a server and starts a new server on the same data folder.
func restart(s *lecterntest.Server) *lecterntest.Server {
	s.T.Helper()
	s.Stop()
	return lecterntest.StartIn(s.T, s.Data, nil)
}

func wantPending(s *lecterntest.Server, pending bool) {
	s.T.Helper()
	if said := s.Fields(http.StatusOK, http.MethodGet, "/server", "")["restorePending"]; said != pending {
		s.T.Errorf("a restore is pending: %v, want %v", said, pending)
	}
}

// TestRestoreAtTheNextStart creates a backup, changes the library, and restores the backup. The restored library must
// replace the present library when the server starts the next time, and not earlier.
//
// SECURITY.md, promise 29 (backup and restore)
func TestRestoreAtTheNextStart(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	s := lecterntest.Start(t)
	kept := s.Wait(s.Upload("kept.docx", lecterntest.UniqueSample(t, "sample.docx")).ID)
	archive := filepath.Join(t.TempDir(), "backup.tar")
	lecterntest.Run(t, 0, "backup", "--data", s.Data, archive)
	later := s.Wait(s.Upload("later.pdf", lecterntest.UniqueSample(t, "sample.pdf")).ID)
	s.Fields(http.StatusNoContent, http.MethodDelete, "/document/"+kept.ID, "")

	s.Fields(http.StatusForbidden, http.MethodPost, "/restore", lecterntest.PathJSON(archive))
	anybody := s.Key
	s.UseLocalKey()
	wantPending(s, false)
	for range 2 { // the second request replaces the first
		s.Fields(http.StatusOK, http.MethodPost, "/restore", lecterntest.PathJSON(archive))
		wantPending(s, true)
	}
	own := s.Key
	s.Key = anybody
	s.Fields(http.StatusForbidden, http.MethodDelete, "/restore", "")
	s.Key = own
	wantPending(s, true)
	s.Fields(http.StatusNoContent, http.MethodDelete, "/restore", "")
	wantPending(s, false)
	s = restart(s)
	s.Wait(later.ID)
	if len(replacedFolders(s)) > 0 {
		t.Errorf("what was given up has replaced %v", replacedFolders(s))
	}

	s.UseLocalKey()
	s.Fields(http.StatusOK, http.MethodPost, "/restore", lecterntest.PathJSON(archive))
	s.Fields(http.StatusOK, http.MethodGet, "/document/"+later.ID, "")
	s = restart(s)
	if held := lecterntest.FetchAll(s); held != 1 {
		t.Errorf("the restored library has %d documents", held)
	}
	s.Fields(http.StatusOK, http.MethodGet, "/document/"+kept.ID, "")
	s.Fields(http.StatusNotFound, http.MethodGet, "/document/"+later.ID, "")
	wantPending(s, false)
	if stray, err := filepath.Glob(filepath.Join(s.Data, "restoring*")); err != nil || len(stray) > 0 {
		t.Errorf("the restore leaves %q, %v", stray, err)
	}
	replaced := replacedFolders(s)
	if len(replaced) != 1 {
		t.Fatalf("%v was set aside", replaced)
	}
	before := lecterntest.StartIn(t, replaced[0], nil)
	before.Fields(http.StatusOK, http.MethodGet, "/document/"+later.ID, "")
	lecterntest.FetchAll(before)

	held := s.Fields(http.StatusOK, http.MethodPost, "/storage/clean?setAside=true", "")
	if len(replacedFolders(s)) != 1 || held["setAside"].(float64) < 1000 || held["waiting"] != 0.0 {
		t.Errorf("while a server runs on it, %v is set aside: %v", replacedFolders(s), held)
	}
	before.Stop()
	s.UseLocalKey()
	s.Fields(http.StatusOK, http.MethodPost, "/restore", lecterntest.PathJSON(archive))
	both := s.Fields(http.StatusOK, http.MethodPost, "/storage/clean", "")
	waiting := both["waiting"].(float64)
	if waiting < 1000 || both["setAside"].(float64) < waiting+1000 {
		t.Errorf("with one that waits it is %v", both)
	}
	rest := s.Fields(http.StatusOK, http.MethodPost, "/storage/clean?setAside=true", "")
	if len(replacedFolders(s)) != 0 || rest["setAside"] != waiting || rest["temp"] != 0.0 {
		t.Errorf("then %v is set aside: %v", replacedFolders(s), rest)
	}
	wantPending(s, true)
}

// TestRestoreThatCannotBe restores a library that cannot be moved into place at the next start, because the present
// files cannot be moved. The server must start with the present library and report the reason. The user can then cancel
// the restore or start another one.
//
// SECURITY.md, promise 29 (backup and restore)
func TestRestoreThatCannotBe(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	s := lecterntest.Start(t)
	kept := s.Wait(s.Upload("kept.pdf", lecterntest.UniqueSample(t, "sample.pdf")).ID)
	archive := filepath.Join(t.TempDir(), "backup.tar")
	lecterntest.Run(t, 0, "backup", "--data", s.Data, archive)
	reader := fmt.Sprint(s.Fields(http.StatusOK, http.MethodPost, "/key?name=reader&role=read", "")["key"])
	for _, give := range []struct {
		status int
		method string
		body   string
	}{{http.StatusNoContent, http.MethodDelete, ""}, {http.StatusOK, http.MethodPost, lecterntest.PathJSON(archive)}} {
		s.UseLocalKey()
		s.Fields(http.StatusOK, http.MethodPost, "/restore", lecterntest.PathJSON(archive))
		wantProblem(s, "")
		if err := os.MkdirAll(filepath.Join(s.Data, "replacing", "lectern.db", "taken"), 0o700); err != nil {
			t.Fatal(err)
		}
		s = restart(s)
		s.UseLocalKey()
		wantPending(s, true)
		wantProblem(s, "lectern.db")
		s.Fields(http.StatusOK, http.MethodGet, "/document/"+kept.ID, "")
		s.Key = reader
		wantProblem(s, "")
		s.UseLocalKey()
		s.Fields(give.status, give.method, "/restore", give.body)
		wantProblem(s, "")
	}
}

// wantProblem checks the reason that the server reports for a failed restore. The reason must contain word; if word is
// empty, there must be no reason.
func wantProblem(s *lecterntest.Server, word string) {
	s.T.Helper()
	said, _ := s.Fields(http.StatusOK, http.MethodGet, "/server", "")["restoreProblem"].(string)
	if (said == "") != (word == "") || !strings.Contains(said, word) {
		s.T.Errorf("it says %q, want %q", said, word)
	}
}

// TestRestoreRejectsInvalidBackups tries to restore files that are not complete backups. Each must be rejected with a
// reason, and the library must not change.
//
// SECURITY.md, promise 29 (backup and restore)
func TestRestoreRejectsInvalidBackups(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	s := lecterntest.Start(t)
	doc := s.Wait(s.Upload("kept.pdf", lecterntest.Sample(t, "sample.pdf")).ID)
	folder := t.TempDir()
	archive := filepath.Join(folder, "backup.tar")
	lecterntest.Run(t, 0, "backup", "--data", s.Data, archive)
	whole, err := os.ReadFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	changed := bytes.Clone(whole)
	changed[bytes.Index(whole, []byte("kept.pdf"))] ^= 1 // a byte of the database
	for name, content := range map[string][]byte{"changed": changed, "short": whole[:len(whole)-4096], "other": []byte("hello")} {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s.UseLocalKey()
	for name, want := range map[string]string{
		"changed": "damaged", "short": "damaged", "other": "not a backup", "none": "it does not exist", ".": "is not a file",
	} {
		refused := s.Fields(http.StatusUnprocessableEntity, http.MethodPost, "/restore", lecterntest.PathJSON(filepath.Join(folder, name)))
		if said := fmt.Sprint(refused["message"]); !strings.Contains(said, want) || !strings.HasSuffix(said, ".") {
			t.Errorf("%s: the message is %q, without %q", name, said, want)
		}
		_, text := s.Call(http.MethodPost, "/restore", http.Header{"Content-Type": {"application/json"}, "Accept-Language": {"de"}},
			strings.NewReader(lecterntest.PathJSON(filepath.Join(folder, name))))
		if !strings.Contains(string(text), `"localMessage":`) {
			t.Errorf("%s: it has no German words: %s", name, text)
		}
		wantPending(s, false)
	}
	s.Fields(http.StatusUnprocessableEntity, http.MethodPost, "/restore", `{"path":"backup.tar"}`)
	s.Fields(http.StatusOK, http.MethodPost, "/restore", lecterntest.PathJSON(archive))
	s.Fields(http.StatusUnprocessableEntity, http.MethodPost, "/restore", lecterntest.PathJSON(filepath.Join(folder, "changed")))
	wantPending(s, true) // the earlier, valid restore is still pending
	s.Fields(http.StatusNoContent, http.MethodDelete, "/restore", "")
	s.Fields(http.StatusNoContent, http.MethodDelete, "/restore", "")
	s = restart(s)
	s.Fields(http.StatusOK, http.MethodGet, "/document/"+doc.ID, "")
	if left, err := os.ReadDir(filepath.Join(s.Data, "tmp")); err != nil || anyNamed(left, "restore-") {
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
