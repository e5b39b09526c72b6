package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// TestBackup takes a backup of a library in which documents come and go, and serves what it
// restores.
//
// promise 29
func TestBackup(t *testing.T) {
	t.Parallel()
	ofSQLite(t)
	s := start(t)
	kept := s.upload("kept.docx", fresh(t, "sample.docx"))
	s.wait(kept.ID)
	viewer := s.view(kept.ID)
	stop, done := make(chan struct{}), sync.WaitGroup{}
	done.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			doc := s.upload(fmt.Sprintf("%d.pdf", i), fresh(t, "sample.pdf"))
			s.fields(http.StatusNoContent, http.MethodDelete, "/document/"+doc.ID, "")
		}
	})
	folder := t.TempDir()
	for i := range 3 {
		command(t, 0, "backup", "--data", s.data, filepath.Join(folder, fmt.Sprint(i)))
	}
	close(stop)
	done.Wait()
	runCommand(t, nil, 1, "backup", "--data", s.data, filepath.Join(folder, "0")) // it is there
	if info, err := os.Stat(filepath.Join(folder, "2")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", info.Mode(), err)
	}
	if n := s.contents(); n != 2 {
		t.Errorf("after the backups %d files are kept", n)
	}

	data := filepath.Join(folder, "library")
	command(t, 0, "restore", "--data", data, filepath.Join(folder, "2"))
	restored := startOn(t, data, nil)
	restored.key = s.key
	if doc := restored.wait(kept.ID); doc.Status != "ready" || doc.Name != "kept.docx" {
		t.Errorf("restored: %+v", doc)
	}
	for _, part := range []string{"/original", "/pdf", "/page/1.svg", "/text"} {
		_, before := s.call(http.MethodGet, "/document/"+kept.ID+part, nil, nil)
		status, after := restored.call(http.MethodGet, "/document/"+kept.ID+part, nil, nil)
		if status != http.StatusOK || !bytes.Equal(before, after) {
			t.Errorf("%s is restored as %d, %d bytes of %d", part, status, len(after), len(before))
		}
	}
	restored.holdAll()
	_, query, _ := strings.Cut(viewer, "?")
	if status, _ := restored.call(http.MethodGet, restored.URL+"/viewer/view?"+query, nil, nil); status != http.StatusOK {
		t.Errorf("the session is answered %d", status)
	}
	_, said := runCommand(t, nil, 1, "restore", "--data", data, filepath.Join(folder, "2"))
	if !strings.Contains(said, "another Lectern is running") {
		t.Errorf("under a server: %s", said)
	}
	restored.stop()
	_, said = runCommand(t, nil, 1, "restore", "--data", data, filepath.Join(folder, "2"))
	if !strings.Contains(said, "there is a library") {
		t.Errorf("over a library: %s", said)
	}
}

// TestBackupHoldsWhatIsDeletedMeanwhile deletes all documents once a backup has begun. They are
// so large that most of it is still to be read then.
//
// promise 29
func TestBackupHoldsWhatIsDeletedMeanwhile(t *testing.T) {
	t.Parallel()
	ofSQLite(t)
	s := start(t)
	var docs []body
	for i := range 3 {
		content := append(fresh(t, "sample.pdf"), bytes.Repeat([]byte("% padding\n"), 1_200_000)...)
		docs = append(docs, s.upload(fmt.Sprintf("%d.pdf", i), content))
		s.wait(docs[i].ID)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.APIBase+"/backup", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", s.key)
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
		s.fields(http.StatusNoContent, http.MethodDelete, "/document/"+doc.ID, "")
	}
	if _, err := archive.ReadFrom(answer.Body); err != nil {
		t.Fatal(err)
	}
	s.awaitContents(0)
	folder := t.TempDir()
	file, data := filepath.Join(folder, "backup"), filepath.Join(folder, "library")
	if err := os.WriteFile(file, archive.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	command(t, 0, "restore", "--data", data, file)
	restored := startOn(t, data, nil)
	restored.key = s.key
	if held := restored.holdAll(); held != len(docs) {
		t.Errorf("it holds %d documents", held)
	}
}

// holdAll fetches the PDF and the original of every document that a library lists,
// and counts them.
func (s *instance) holdAll() int {
	s.t.Helper()
	var docs []body
	if _, text := s.call(http.MethodGet, "/document", nil, nil); json.Unmarshal(text, &docs) != nil || len(docs) == 0 {
		s.t.Fatalf("it lists %s", text)
	}
	for _, doc := range docs {
		if ready := s.wait(doc.ID); ready.Status != "ready" {
			s.t.Errorf("%s became %+v", doc.Name, ready)
		}
		for _, part := range []string{"/pdf", "/original"} {
			if status, text := s.call(http.MethodGet, "/document/"+doc.ID+part, nil, nil); status != http.StatusOK {
				s.t.Errorf("%s of %s is answered %d %.200s", part, doc.Name, status, text)
			}
		}
	}
	return len(docs)
}

// TestBackupWithoutAServer takes one of a library at rest.
func TestBackupWithoutAServer(t *testing.T) {
	t.Parallel()
	ofSQLite(t)
	s := start(t)
	doc := s.upload("a.pdf", sample(t, "sample.pdf"))
	s.wait(doc.ID)
	s.stop()
	folder := t.TempDir()
	archive := filepath.Join(folder, "a.tar")
	command(t, 0, "backup", "--data", s.data, archive)
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
		_, said := runCommand(t, nil, 1, "restore", "--data", data, broken)
		if !strings.Contains(said, "backup") {
			t.Errorf("%s: %s", name, said)
		}
		if _, err := os.Stat(filepath.Join(data, "lectern.db")); err == nil {
			t.Errorf("%s: there is a library", name)
		}
	}
	data := filepath.Join(folder, "library")
	command(t, 0, "restore", "--data", data, archive)
	restored := startOn(t, data, nil)
	if found := restored.wait(doc.ID); found.Status != "ready" {
		t.Errorf("restored: %+v", found)
	}
	runCommand(t, nil, 1, "backup", "--data", filepath.Join(folder, "none"), filepath.Join(folder, "b"))
}

// TestBackupIntoTheDataFolder is refused, as the next start empties the temporary folder, whatever link leads there,
// and whether a server runs or not.
func TestBackupIntoTheDataFolder(t *testing.T) {
	t.Parallel()
	ofSQLite(t)
	s := start(t)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(filepath.Join(s.data, "tmp"), link); err != nil {
		t.Fatal(err)
	}
	refuse := func(paths ...string) {
		for _, path := range paths {
			_, said := runCommand(t, nil, 1, "backup", "--data", s.data, path)
			if !strings.Contains(said, "is in the data folder") {
				t.Errorf("%s: it says %s", path, said)
			}
			if _, err := os.Lstat(path); err == nil {
				t.Errorf("%s was written", path)
			}
		}
	}
	refuse(filepath.Join(s.data, "b.tar"), filepath.Join(s.data, "tmp", "b.tar"), filepath.Join(link, "b.tar"))
	s.stop()
	refuse(filepath.Join(s.data, "b.tar"), filepath.Join(s.data, "content", "b.tar"))
	command(t, 0, "backup", "--data", s.data, filepath.Join(t.TempDir(), "b.tar"))
}
