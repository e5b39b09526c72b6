package main

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"testing"
)

// TestDecayedContentIsReplacedByAPost changes a byte of an original behind the back of a running server, so that the file
// looks unchanged. The same document posted again stores its bytes anew, also after a backup has found the damage.
//
// promise 56
func TestDecayedContentIsReplacedByAPost(t *testing.T) {
	t.Parallel()
	ofSQLite(t)
	data, text := t.TempDir(), fresh(t, "sample.pdf")
	s := startOn(t, data, nil)
	first := s.wait(s.upload("first.pdf", text).ID)
	for _, found := range []bool{false, true} {
		decay(t, contentPath(data, text))
		if found {
			runCommand(t, nil, 1, "backup", "--data", data, filepath.Join(t.TempDir(), "damaged.tar"))
		}
		again := s.wait(s.upload("again.pdf", text).ID)
		for _, id := range []string{first.ID, again.ID} {
			if status, got := s.call(http.MethodGet, "/document/"+id+"/original", nil, nil); status != http.StatusOK || !bytes.Equal(got, text) {
				t.Errorf("damage found before the post: %t: posted again it is %d, %d bytes", found, status, len(got))
			}
		}
		if stored, err := os.ReadFile(contentPath(data, text)); err != nil || !bytes.Equal(stored, text) {
			t.Errorf("damage found before the post: %t: the stored file is still damaged (%v)", found, err)
		}
		s.wantFaults(0, 0)
		runCommand(t, nil, 0, "backup", "--data", data, filepath.Join(t.TempDir(), "mended.tar"))
	}
}

// decay changes a byte of a file, and keeps its times.
func decay(t *testing.T, path string) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	middle := len(text) / 2
	_, err = file.WriteAt([]byte{text[middle] ^ 0xff}, int64(middle))
	if err == nil {
		err = file.Close()
	}
	if err == nil {
		err = os.Chtimes(path, info.ModTime(), info.ModTime())
	}
	if err != nil {
		t.Fatal(err)
	}
}
