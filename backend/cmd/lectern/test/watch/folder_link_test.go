package watch_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestMovesIntoContent replaces the folder for originals by a link to the content folder of the running server. No
// original may be moved there.
//
// SECURITY.md, promise 42 (safe originals)
func TestMovesIntoContent(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	inbox := t.TempDir()
	f := s.Watch(inbox, `,"afterSuccess":{"action":"move","folder":"done"}`)
	done, content := filepath.Join(inbox, "done"), filepath.Join(s.Data, "content")
	if err := os.Remove(done); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(content, done); err != nil {
		t.Fatal(err)
	}
	whole := lecterntest.UniqueSample(t, "sample.pdf")
	if err := os.WriteFile(filepath.Join(inbox, "a.pdf"), whole, 0o600); err != nil {
		t.Fatal(err)
	}
	s.Wait(s.AwaitFile(f.ID, "a.pdf", "taken").DocumentID)
	awaitFolderText(s, f.ID, "links are not followed")
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
	awaitFolderText(s, f.ID, "The folder is paused")
	if paused := s.AwaitFolder(f.ID, "paused"); !strings.Contains(paused, "leads back") {
		t.Errorf("the message is %s", paused)
	}
	if files, err := filepath.Glob(filepath.Join(inbox, "*.pdf")); err != nil || len(files) != 1 {
		t.Errorf("the folder has %v, %v", files, err)
	}
	s.Stop()
	if count := strings.Count(s.Log.String(), "folder paused"); count != 1 {
		t.Errorf("the log reports it %d times", count)
	}
	s = lecterntest.StartIn(t, s.Data, nil)
	s.AwaitFolder(f.ID, "paused")
}

// awaitFolderText waits until the message of a folder contains a text. The argument part is that text.
func awaitFolderText(s *lecterntest.Server, id, part string) {
	s.T.Helper()
	lecterntest.Eventually(s.T, "the folder says "+part, func() bool { return strings.Contains(s.Folder(id).Message, part) })
}

// A target folder on a read-only disk is rejected when it is configured, not when the first original is moved.
//
// SECURITY.md, promise 42 (safe originals)
func TestReadOnlyTargetOfAFolder(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	target := lecterntest.MountDisk(t, "1m")
	if err := syscall.Mount("", target, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Skipf("needs to make a disk read-only: %v", err)
	}
	for _, after := range []string{"afterSuccess", "afterFailure"} {
		folder := fmt.Sprintf(`{"path":%q,%q:{"action":"move","folder":%q}}`, t.TempDir(), after, target)
		if refused := s.Fields(http.StatusUnprocessableEntity, http.MethodPost, "/folder",
			folder); !strings.Contains(fmt.Sprint(refused["message"]), "the disk is read-only") {
			t.Errorf("%s: %v", after, refused)
		}
	}
}
