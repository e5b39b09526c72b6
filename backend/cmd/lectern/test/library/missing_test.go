package library_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestMissingContent removes content files. Requests for them must return an error that states that a file is
// missing and what to do. Converting again and posting the file again both repair the document.
func TestMissingContent(t *testing.T) {
	t.Parallel()
	data, letter := t.TempDir(), lecterntest.UniqueSample(t, "sample.docx")
	s := lecterntest.StartIn(t, data, nil)
	doc := s.Wait(s.Upload("letter.docx", letter).ID)
	_, session, _ := strings.Cut(s.View(doc.ID), "sessionId=")
	sum := sha256.Sum256(letter)
	original := filepath.Join(data, "content", hex.EncodeToString(sum[:1]), hex.EncodeToString(sum[1:]))
	whileMissing(s, func(path string) bool { return path != original })
	page := "/document/" + doc.ID + "/page/1.svg"
	wantMissing(s, "/document/"+doc.ID+"/pdf", page, "/viewer/session/"+session+"/page/1.svg")
	s.Want(http.StatusOK, http.MethodPost, "/document/"+doc.ID+"/retry", nil)
	s.Wait(doc.ID)
	lecterntest.WantPath(s, page)

	whileMissing(s, func(path string) bool { return path != original })
	again := s.Wait(s.Upload("again.docx", letter).ID)
	lecterntest.WantPath(s, "/document/"+again.ID+"/page/1.svg")
	if status, text := s.Call(http.MethodPost, "/document/"+again.ID+"/retry", nil, nil); status != http.StatusConflict {
		t.Errorf("a document of which nothing is missing is tried again: %d %s", status, text)
	}

	whileMissing(s, func(string) bool { return true })
	wantMissing(s, "/document/"+again.ID+"/original", "/document/"+again.ID+"/pdf")
	if status, text := s.Call(http.MethodPost, "/document/"+again.ID+"/retry", nil, nil); status != http.StatusNotFound ||
		!bytes.Contains(text, []byte("cannot be converted again")) {
		t.Errorf("a document of which all is missing is tried again: %d %s", status, text)
	}
	s.Wait(s.Upload("again.docx", letter).ID)
	lecterntest.WantPath(s, "/document/"+again.ID+"/original")
}

// whileMissing stops a server, removes the content files for which the function lost returns true, and starts the
// server again.
func whileMissing(s *lecterntest.Server, lost func(path string) bool) {
	s.T.Helper()
	s.Stop()
	for _, path := range lecterntest.ContentFiles(s.T, s.Data) {
		if lost(path) {
			if err := os.Remove(path); err != nil {
				s.T.Fatal(err)
			}
		}
	}
	key := s.Key
	*s = *lecterntest.StartIn(s.T, s.Data, nil)
	s.Key = key
}

func wantMissing(s *lecterntest.Server, paths ...string) {
	s.T.Helper()
	for _, path := range paths {
		if strings.HasPrefix(path, "/viewer/") {
			path = s.URL + path
		}
		status, text := s.Call(http.MethodGet, path, nil, nil)
		if status != http.StatusNotFound || !bytes.Contains(text, []byte("missing from the storage of the server")) {
			s.T.Errorf("%s: %d %.400s", path, status, text)
		}
	}
	lecterntest.Eventually(s.T, "the log says what is missing, once for each request", func() bool {
		return strings.Count(s.Log.String(), "content is missing from its store") == len(paths)
	})
}
