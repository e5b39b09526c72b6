package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestContentThatIsGone removes from a data folder what its records name: who asks for it is told what is missing and
// what to do, and both ways that mend it do.
func TestContentThatIsGone(t *testing.T) {
	t.Parallel()
	data, letter := t.TempDir(), fresh(t, "sample.docx")
	s := startOn(t, data, nil)
	doc := s.wait(s.upload("letter.docx", letter).ID)
	_, session, _ := strings.Cut(s.view(doc.ID), "sessionId=")
	sum := sha256.Sum256(letter)
	original := filepath.Join(data, "content", hex.EncodeToString(sum[:1]), hex.EncodeToString(sum[1:]))
	s.losing(func(path string) bool { return path != original })
	page := "/document/" + doc.ID + "/page/1.svg"
	s.wantMissing("/document/"+doc.ID+"/pdf", page, "/viewer/session/"+session+"/page/1.svg")
	s.want(http.StatusOK, http.MethodPost, "/document/"+doc.ID+"/retry", nil)
	s.wait(doc.ID)
	s.wantThere(page)

	s.losing(func(path string) bool { return path != original })
	again := s.wait(s.upload("again.docx", letter).ID)
	s.wantThere("/document/" + again.ID + "/page/1.svg")
	if status, text := s.call(http.MethodPost, "/document/"+again.ID+"/retry", nil, nil); status != http.StatusConflict {
		t.Errorf("a document of which nothing is missing is tried again: %d %s", status, text)
	}

	s.losing(func(string) bool { return true })
	s.wantMissing("/document/"+again.ID+"/original", "/document/"+again.ID+"/pdf")
	if status, text := s.call(http.MethodPost, "/document/"+again.ID+"/retry", nil, nil); status != http.StatusNotFound ||
		!bytes.Contains(text, []byte("cannot be converted again")) {
		t.Errorf("a document of which all is missing is tried again: %d %s", status, text)
	}
	s.wait(s.upload("again.docx", letter).ID)
	s.wantThere("/document/" + again.ID + "/original")
}

// losing starts a server anew, after some of its content is removed.
func (s *instance) losing(lost func(path string) bool) {
	s.t.Helper()
	s.stop()
	for _, path := range contentFiles(s.t, s.data) {
		if lost(path) {
			if err := os.Remove(path); err != nil {
				s.t.Fatal(err)
			}
		}
	}
	key := s.key
	*s = *startOn(s.t, s.data, nil)
	s.key = key
}

func (s *instance) wantMissing(paths ...string) {
	s.t.Helper()
	for _, path := range paths {
		if strings.HasPrefix(path, "/viewer/") {
			path = s.URL + path
		}
		status, text := s.call(http.MethodGet, path, nil, nil)
		if status != http.StatusNotFound || !bytes.Contains(text, []byte("missing from the storage of the server")) {
			s.t.Errorf("%s: %d %.400s", path, status, text)
		}
	}
	becomes(s.t, "the log says what is missing, once for each request", func() bool {
		return strings.Count(s.log.String(), "content is missing from its store") == len(paths)
	})
}

func (s *instance) wantThere(path string) {
	s.t.Helper()
	if status, text := s.call(http.MethodGet, path, nil, nil); status != http.StatusOK {
		s.t.Errorf("%s: %d %.200s", path, status, text)
	}
}
