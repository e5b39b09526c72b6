package main

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"lectern/converters/pdf/pdftest"
)

// mountDisk gives a folder that is a disk of its own, of a size such as "3m".
func mountDisk(t *testing.T, size string) string {
	t.Helper()
	folder := t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("needs to mount a small disk, which only root may: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(folder, syscall.MNT_DETACH); err != nil {
			t.Errorf("unmount: %v", err)
		}
	})
	return folder
}

// Whatever a full disk refuses is answered so.
func TestAFullDiskIsTold(t *testing.T) {
	t.Parallel()
	ofSQLite(t)
	const words = "The disk of the server is full: make room there, then try again."
	data := mountDisk(t, "24m")
	s := startOn(t, data, nil)
	good := s.wait(s.upload("a.pdf", pdftest.Many(1)).ID)
	failed := s.wait(s.upload("damaged.pdf", []byte("%PDF-1.7 and nothing else")).ID)
	_ = os.WriteFile(filepath.Join(data, "other"), bytes.Repeat([]byte("x"), 24<<20), 0o600) // as much as there is room for
	session := "/session?duration=10&documentId=" + good.ID
	status, text := s.call(http.MethodPost, session, nil, nil)
	for range 5000 { // the database has some room left within its files
		if status != http.StatusOK {
			break
		}
		status, text = s.call(http.MethodPost, session, nil, nil)
	}
	if status != http.StatusInsufficientStorage || !strings.Contains(string(text), words) {
		t.Errorf("a session: %d %s", status, text)
	}
	status, text = s.call(http.MethodPost, "/document/"+failed.ID+"/retry", nil, nil)
	if status != http.StatusInsufficientStorage || !strings.Contains(string(text), words) {
		t.Errorf("a retry: %d %s", status, text)
	}
	if _, stderr := runCommand(t, nil, 1, "key", "create", "--data", data, "one more"); stderr != "lectern: "+words+"\n" {
		t.Errorf("a key: it says %q", stderr)
	}
}
