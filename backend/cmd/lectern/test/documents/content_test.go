package documents_test

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
	"lectern/backend/document"
)

// TestRejectedUploadsAreRemoved posts uploads that are rejected after the server has received their content. The
// server must remove the content, unless an existing document has the same content.
//
// SECURITY.md, promise 5 (only http and https)
func TestRejectedUploadsAreRemoved(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	file := func(content string) string {
		return "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n" + content + "\r\n"
	}
	pdf := string(lecterntest.Sample(t, "sample.pdf"))
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
			status, text := s.Call(http.MethodPost, "/document/upload"+test.path, test.header, strings.NewReader(test.payload))
			if status != test.status {
				t.Errorf("%s: %d %s", test.name, status, text)
			}
			if files := lecterntest.ContentFiles(t, s.Data); len(files) != kept {
				t.Errorf("%s: kept %q, want %d", test.name, files, kept)
			}
		}
		s.Wait(s.Upload("kept.pdf", []byte(pdf)).ID)
	}
}

// TestAKilledServerLeavesNoBytes creates the files that an upload leaves behind if the server is killed during the
// upload. The next start must remove these files, and keep the content of documents.
//
// SECURITY.md, promise 22 (killed server), promise 27 (no leftovers)
func TestAKilledServerLeavesNoBytes(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := lecterntest.StartIn(t, data, nil)
	doc := s.Wait(s.Upload("sample.docx", lecterntest.Sample(t, "sample.docx")).ID)
	kept := lecterntest.ContentFiles(t, data)
	s.Kill()
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
	s = lecterntest.StartIn(t, data, nil)
	if files := lecterntest.ContentFiles(t, data); strings.Join(files, " ") != strings.Join(kept, " ") {
		t.Errorf("kept %q, want %q", files, kept)
	}
	if status, _ := s.Call(http.MethodGet, "/document/"+doc.ID+"/page/1.svg", nil, nil); status != http.StatusOK {
		t.Errorf("page 1 after the restart: %d", status)
	}
}

// TestAFullDisk fills the disk of a running server. The server must report that, lose nothing, and continue when there
// is space again.
//
// SECURITY.md, promise 24 (full disk)
func TestAFullDisk(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	data := t.TempDir()
	if err := syscall.Mount("tmpfs", data, "tmpfs", 0, "size=64m"); err != nil {
		t.Skipf("only root can mount a small disk to fill: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(data, 0) })
	s := lecterntest.StartIn(t, data, nil)
	before := s.Wait(s.Upload("before.pdf", lecterntest.Sample(t, "sample.pdf")).ID)
	filler := filepath.Join(data, "filler")
	fill(t, filler)
	status, text := s.Call(http.MethodPost, "/document/upload?filename=b.docx", nil, bytes.NewReader(lecterntest.Sample(t, "sample.docx")))
	if status != http.StatusInsufficientStorage || !strings.Contains(string(text), "disk of the server is full") {
		t.Errorf("on a full disk: %d %s", status, text)
	}
	if doc := s.Want(200, "GET", "/document/"+before.ID, nil); doc.Status != string(document.Ready) {
		t.Errorf("the document before is %+v", doc)
	}
	// A post by URL stores only a record at first. There is no space for this record either.
	status, text = s.Call(http.MethodPost, "/document?url=http://192.0.2.1/a.pdf", nil, nil)
	if status != http.StatusInsufficientStorage {
		t.Errorf("by address, on a full disk: %d %s", status, text)
	}
	if status, text = s.Call(http.MethodGet, s.URL+"/readyz", nil, nil); status != 503 || !strings.Contains(string(text), "disk is full") {
		t.Errorf("readiness on a full disk: %d %s", status, text)
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	if status, text = s.Call(http.MethodGet, s.URL+"/readyz", nil, nil); status != 200 {
		t.Errorf("readiness when there is room: %d %s", status, text)
	}
	if doc := s.Wait(s.Upload("after.docx", lecterntest.Sample(t, "sample.docx")).ID); doc.Status != "ready" {
		t.Errorf("the document after is %+v", doc)
	}
	s.Stop()
}

// fill writes to a file until the disk is full.
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
