package backup_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestBackup creates a backup while documents are added and deleted, restores it, and serves the restored library.
//
// SECURITY.md, promise 29 (backup and restore)
func TestBackup(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	s := lecterntest.Start(t)
	kept := s.Upload("kept.docx", lecterntest.UniqueSample(t, "sample.docx"))
	s.Wait(kept.ID)
	viewer := s.View(kept.ID)
	stop, done := make(chan struct{}), sync.WaitGroup{}
	done.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			doc := s.Upload(fmt.Sprintf("%d.pdf", i), lecterntest.UniqueSample(t, "sample.pdf"))
			s.Fields(http.StatusNoContent, http.MethodDelete, "/document/"+doc.ID, "")
		}
	})
	folder := t.TempDir()
	for i := range 3 {
		lecterntest.Run(t, 0, "backup", "--data", s.Data, filepath.Join(folder, fmt.Sprint(i)))
	}
	close(stop)
	done.Wait()
	// The command fails because the file already exists.
	lecterntest.RunWithEnv(t, nil, 1, "backup", "--data", s.Data, filepath.Join(folder, "0"))
	if info, err := os.Stat(filepath.Join(folder, "2")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", info.Mode(), err)
	}
	if n := s.ContentCount(); n != 2 {
		t.Errorf("after the backups %d files are kept", n)
	}

	data := filepath.Join(folder, "library")
	lecterntest.Run(t, 0, "restore", "--data", data, filepath.Join(folder, "2"))
	restored := lecterntest.StartIn(t, data, nil)
	restored.Key = s.Key
	if doc := restored.Wait(kept.ID); doc.Status != "ready" || doc.Name != "kept.docx" {
		t.Errorf("restored: %+v", doc)
	}
	for _, part := range []string{"/original", "/pdf", "/page/1.svg", "/text"} {
		_, before := s.Call(http.MethodGet, "/document/"+kept.ID+part, nil, nil)
		status, after := restored.Call(http.MethodGet, "/document/"+kept.ID+part, nil, nil)
		if status != http.StatusOK || !bytes.Equal(before, after) {
			t.Errorf("%s is restored as %d, %d bytes of %d", part, status, len(after), len(before))
		}
	}
	lecterntest.FetchAll(restored)
	_, query, _ := strings.Cut(viewer, "?")
	if status, _ := restored.Call(http.MethodGet, restored.URL+"/viewer/view?"+query, nil, nil); status != http.StatusOK {
		t.Errorf("the session has status %d", status)
	}
	_, said := lecterntest.RunWithEnv(t, nil, 1, "restore", "--data", data, filepath.Join(folder, "2"))
	if !strings.Contains(said, "another Lectern is running") {
		t.Errorf("under a server: %s", said)
	}
	restored.Stop()
	_, said = lecterntest.RunWithEnv(t, nil, 1, "restore", "--data", data, filepath.Join(folder, "2"))
	if !strings.Contains(said, "there is a library") {
		t.Errorf("over a library: %s", said)
	}
}

// TestBackupContainsContentDeletedMeanwhile deletes all documents after a backup has started. The documents are so
// large that most of their content has not been read by then. The backup must still contain all of it.
//
// SECURITY.md, promise 29 (backup and restore)
func TestBackupContainsContentDeletedMeanwhile(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	s := lecterntest.Start(t)
	var docs []lecterntest.Document
	for i := range 3 {
		content := append(lecterntest.UniqueSample(t, "sample.pdf"), bytes.Repeat([]byte("% padding\n"), 1_200_000)...)
		docs = append(docs, s.Upload(fmt.Sprintf("%d.pdf", i), content))
		s.Wait(docs[i].ID)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.APIBase+"/backup", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", s.Key)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var archive bytes.Buffer
	if _, err := io.CopyN(&archive, answer.Body, 512); err != nil {
		t.Fatal(err)
	}
	for _, doc := range docs {
		s.Fields(http.StatusNoContent, http.MethodDelete, "/document/"+doc.ID, "")
	}
	if _, err := archive.ReadFrom(answer.Body); err != nil {
		t.Fatal(err)
	}
	s.AwaitContentCount(0)
	folder := t.TempDir()
	file, data := filepath.Join(folder, "backup"), filepath.Join(folder, "library")
	if err := os.WriteFile(file, archive.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	lecterntest.Run(t, 0, "restore", "--data", data, file)
	restored := lecterntest.StartIn(t, data, nil)
	restored.Key = s.Key
	if held := lecterntest.FetchAll(restored); held != len(docs) {
		t.Errorf("it holds %d documents", held)
	}
}

// TestBackupWithoutAServer backs up a library while no server runs, and restores the backup. Damaged copies of the
// backup are rejected.
func TestBackupWithoutAServer(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	s := lecterntest.Start(t)
	doc := s.Upload("a.pdf", lecterntest.Sample(t, "sample.pdf"))
	s.Wait(doc.ID)
	s.Stop()
	folder := t.TempDir()
	archive := filepath.Join(folder, "a.tar")
	lecterntest.Run(t, 0, "backup", "--data", s.Data, archive)
	whole, err := os.ReadFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	middle := bytes.Index(whole, []byte("%PDF"))
	changed, records := bytes.Clone(whole), bytes.Clone(whole)
	changed[middle+100] ^= 1
	records[bytes.Index(whole, []byte("SQLite format 3"))+5000] ^= 1
	for name, content := range map[string][]byte{
		"cut off": whole[:len(whole)-4096], "cut off in the middle": whole[:middle+10], "changed": changed, "changed in the database": records,
		"of something else": []byte("hello"), "empty": nil,
		"that leads elsewhere": bytes.Replace(whole, []byte("content/"), []byte("../../x/"), 1),
	} {
		broken, data := filepath.Join(folder, "broken"), filepath.Join(folder, "to "+name)
		if err := os.WriteFile(broken, content, 0o600); err != nil {
			t.Fatal(err)
		}
		_, said := lecterntest.RunWithEnv(t, nil, 1, "restore", "--data", data, broken)
		if !strings.Contains(said, "backup") {
			t.Errorf("%s: %s", name, said)
		}
		if _, err := os.Stat(filepath.Join(data, "lectern.db")); err == nil {
			t.Errorf("%s: there is a library", name)
		}
	}
	data := filepath.Join(folder, "library")
	lecterntest.Run(t, 0, "restore", "--data", data, archive)
	restored := lecterntest.StartIn(t, data, nil)
	if found := restored.Wait(doc.ID); found.Status != "ready" {
		t.Errorf("restored: %+v", found)
	}
	lecterntest.RunWithEnv(t, nil, 1, "backup", "--data", filepath.Join(folder, "none"), filepath.Join(folder, "b"))
}

// TestBackupIntoTheDataFolder checks that a backup into the data folder is refused, also through a symbolic link, and
// with and without a running server. The next start would delete a backup in the temporary folder.
func TestBackupIntoTheDataFolder(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	s := lecterntest.Start(t)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(filepath.Join(s.Data, "tmp"), link); err != nil {
		t.Fatal(err)
	}
	refuse := func(paths ...string) {
		for _, path := range paths {
			_, said := lecterntest.RunWithEnv(t, nil, 1, "backup", "--data", s.Data, path)
			if !strings.Contains(said, "is in the data folder") {
				t.Errorf("%s: the message is %s", path, said)
			}
			if _, err := os.Lstat(path); err == nil {
				t.Errorf("%s was written", path)
			}
		}
	}
	refuse(filepath.Join(s.Data, "b.tar"), filepath.Join(s.Data, "tmp", "b.tar"), filepath.Join(link, "b.tar"))
	s.Stop()
	refuse(filepath.Join(s.Data, "b.tar"), filepath.Join(s.Data, "content", "b.tar"))
	lecterntest.Run(t, 0, "backup", "--data", s.Data, filepath.Join(t.TempDir(), "b.tar"))
}
