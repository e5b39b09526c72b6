package main

import (
	"bytes"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"lectern/backend/document"
)

// markerName is that of the file which says of which library the content is, where the records are elsewhere.
const markerName = "lectern-library.json"

// contentFiles gives the files that a data folder keeps for documents.
func contentFiles(t testing.TB, data string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(data, "content"), func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && entry.Name() != markerName {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestRefusedUploadsLeaveNothing posts what is refused after its bytes have come:
// they are not kept, but those of a document that has the same are.
//
// promise 5
func TestRefusedUploadsLeaveNothing(t *testing.T) {
	t.Parallel()
	s := start(t)
	file := func(content string) string {
		return "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n" + content + "\r\n"
	}
	pdf := string(sample(t, "sample.pdf"))
	formed := http.Header{"Content-Type": {"multipart/form-data; boundary=b"}}
	tests := []struct {
		name, path string
		header     http.Header
		payload    string
		status     int
	}{
		{"wrong webhook", "?webhookURL=ftp://x/", nil, pdf, 422},
		{"an empty file after a good one", "", formed, file(pdf) + file("") + "--b--\r\n", 422},
		{"cut off after a good one", "", formed, file(pdf) + strings.TrimSuffix(file("half"), "\r\n"), 400},
		{"too many", "", formed, strings.Repeat(file(pdf), 101) + "--b--\r\n", 422},
	}
	for _, kept := range []int{0, 1} {
		for _, test := range tests {
			status, text := s.call(http.MethodPost, "/document/upload"+test.path, test.header, strings.NewReader(test.payload))
			if status != test.status {
				t.Errorf("%s: %d %s", test.name, status, text)
			}
			if files := contentFiles(t, s.data); len(files) != kept {
				t.Errorf("%s: kept %q, want %d", test.name, files, kept)
			}
		}
		s.wait(s.upload("kept.pdf", []byte(pdf)).ID)
	}
}

// TestAKilledServerLeavesNoBytes plants what a kill in the midst of an upload leaves
// behind: the next start removes it, and keeps what documents have.
//
// promise 22, promise 27
func TestAKilledServerLeavesNoBytes(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := startOn(t, data, nil)
	doc := s.wait(s.upload("sample.docx", sample(t, "sample.docx")).ID)
	kept := contentFiles(t, data)
	s.kill()
	half := kept[0] + ".18ea111ca77fe6a6.tmp"
	orphan := filepath.Join(data, "content", "ff", strings.Repeat("0", 62))
	for _, path := range []string{half, orphan} {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("left"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s = startOn(t, data, nil)
	if files := contentFiles(t, data); strings.Join(files, " ") != strings.Join(kept, " ") {
		t.Errorf("kept %q, want %q", files, kept)
	}
	if status, _ := s.call(http.MethodGet, "/document/"+doc.ID+"/page/1.svg", nil, nil); status != http.StatusOK {
		t.Errorf("page 1 after the restart: %d", status)
	}
}

// TestAFullDisk fills the disk under a server: it says so, loses nothing, and goes
// on when there is room.
//
// promise 24
func TestAFullDisk(t *testing.T) {
	t.Parallel()
	ofSQLite(t)
	data := t.TempDir()
	if err := syscall.Mount("tmpfs", data, "tmpfs", 0, "size=64m"); err != nil {
		t.Skipf("only root can mount a small disk to fill: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(data, 0) })
	s := startOn(t, data, nil)
	before := s.wait(s.upload("before.pdf", sample(t, "sample.pdf")).ID)
	filler := filepath.Join(data, "filler")
	fill(t, filler)
	status, text := s.call(http.MethodPost, "/document/upload?filename=b.docx", nil, bytes.NewReader(sample(t, "sample.docx")))
	if status != http.StatusInsufficientStorage || !strings.Contains(string(text), "disk of the server is full") {
		t.Errorf("on a full disk: %d %s", status, text)
	}
	if doc := s.want(200, "GET", "/document/"+before.ID, nil); doc.Status != string(document.Ready) {
		t.Errorf("the document before is %+v", doc)
	}
	// A post by address brings nothing but a record: that too has no room.
	status, text = s.call(http.MethodPost, "/document?url=http://192.0.2.1/a.pdf", nil, nil)
	if status != http.StatusInsufficientStorage {
		t.Errorf("by address, on a full disk: %d %s", status, text)
	}
	if status, text = s.call(http.MethodGet, s.URL+"/readyz", nil, nil); status != 503 || !strings.Contains(string(text), "disk is full") {
		t.Errorf("readiness on a full disk: %d %s", status, text)
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	if status, text = s.call(http.MethodGet, s.URL+"/readyz", nil, nil); status != 200 {
		t.Errorf("readiness when there is room: %d %s", status, text)
	}
	if doc := s.wait(s.upload("after.docx", sample(t, "sample.docx")).ID); doc.Status != "ready" {
		t.Errorf("the document after is %+v", doc)
	}
	s.stop()
}

// fill writes a file until there is no more room.
func fill(t *testing.T, path string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, size := range []int{1 << 20, 4 << 10, 1} {
		for err = nil; err == nil; {
			_, err = f.Write(make([]byte, size))
		}
	}
}
