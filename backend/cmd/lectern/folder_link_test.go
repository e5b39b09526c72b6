package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestMovesIntoContent replaces the folder for originals of a running server by a link to where its documents lie.
//
// promise 42
func TestMovesIntoContent(t *testing.T) {
	t.Parallel()
	s := start(t)
	inbox := t.TempDir()
	f := s.watch(inbox, `,"afterSuccess":{"action":"move","folder":"done"}`)
	done, content := filepath.Join(inbox, "done"), filepath.Join(s.data, "content")
	if err := os.Remove(done); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(content, done); err != nil {
		t.Fatal(err)
	}
	whole := fresh(t, "sample.pdf")
	if err := os.WriteFile(filepath.Join(inbox, "a.pdf"), whole, 0o600); err != nil {
		t.Fatal(err)
	}
	s.wait(s.arrives(f.ID, "a.pdf", "taken").DocumentID)
	s.folderSays(f.ID, "links are not followed")
	if got, err := os.ReadFile(filepath.Join(inbox, "a.pdf")); err != nil || len(got) != len(whole) {
		t.Errorf("the original has %d bytes, %v", len(got), err)
	}
	if _, err := os.Lstat(filepath.Join(content, "a.pdf")); err == nil {
		t.Error("it was moved into the content")
	}
	if err := os.Remove(done); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(".", done); err != nil {
		t.Fatal(err)
	}
	s.folderSays(f.ID, "The folder is paused")
	if paused := s.is(f.ID, "paused"); !strings.Contains(paused, "leads back") {
		t.Errorf("it says %s", paused)
	}
	if files, err := filepath.Glob(filepath.Join(inbox, "*.pdf")); err != nil || len(files) != 1 {
		t.Errorf("the folder has %v, %v", files, err)
	}
	s.stop()
	if count := strings.Count(s.log.String(), "a folder is paused"); count != 1 {
		t.Errorf("the log reports it %d times", count)
	}
	s = startOn(t, s.data, nil)
	s.is(f.ID, "paused")
}

// folderSays waits for a folder's message.
func (s *instance) folderSays(id, part string) {
	s.t.Helper()
	becomes(s.t, "the folder says "+part, func() bool { return strings.Contains(s.folder(id).Message, part) })
}

// A folder that the server may not write is refused when it is set, not when the first original is lost on its way.
//
// promise 42
func TestReadOnlyTargetOfAFolder(t *testing.T) {
	t.Parallel()
	s := start(t)
	target := mountDisk(t, "1m")
	if err := syscall.Mount("", target, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Skipf("needs to make a disk read-only: %v", err)
	}
	for _, after := range []string{"afterSuccess", "afterFailure"} {
		folder := fmt.Sprintf(`{"path":%q,%q:{"action":"move","folder":%q}}`, t.TempDir(), after, target)
		if refused := s.fields(http.StatusUnprocessableEntity, http.MethodPost, "/folder",
			folder); !strings.Contains(fmt.Sprint(refused["message"]), "the disk is read-only") {
			t.Errorf("%s: %v", after, refused)
		}
	}
}
