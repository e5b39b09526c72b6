package main

import (
	"bytes"
	"net/http"
	"os"
	"strings"
	"testing"
)

// TestDamagedContentIsNotServed damages files of a library in each way, while its server runs and before it starts:
// whoever asks for one is told so, and never gets other bytes. The same bytes posted again, a new conversion, and the
// file put back mend it.
//
// promise 56
func TestDamagedContentIsNotServed(t *testing.T) {
	t.Parallel()
	data, letter := t.TempDir(), fresh(t, "sample.docx")
	s := startOn(t, data, nil)
	doc := s.wait(s.upload("letter.docx", letter).ID)
	_, session, _ := strings.Cut(s.view(doc.ID), "sessionId=")
	_, pdf := s.call(http.MethodGet, "/document/"+doc.ID+"/pdf", nil, nil)
	original := contentPath(data, letter)
	page := "/document/" + doc.ID + "/page/1.svg"
	for name, damage := range damages {
		for _, running := range []bool{true, false} {
			t.Run(name, func(t *testing.T) {
				harm(t, original, letter, damage)
				harm(t, contentPath(data, pdf), pdf, damage)
				if !running {
					key := s.key
					s.stop()
					*s = *startOn(s.t, data, nil)
					s.key = key
				}
				s.wantLost(t, "/document/"+doc.ID+"/original", letter)
				s.wantLost(t, "/document/"+doc.ID+"/pdf", pdf)
				if !running { // else a converter may have it open
					s.wantLost(t, page, nil)
					s.wantLost(t, s.URL+"/viewer/session/"+session+"/page/1.svg", nil)
				}
				harm(t, original, letter, nil)
				s.wantThere("/document/" + doc.ID + "/original")
				s.want(http.StatusOK, http.MethodPost, "/document/"+doc.ID+"/retry", nil)
				s.wait(doc.ID)
				s.wantThere(page)
				_, pdf = s.call(http.MethodGet, "/document/"+doc.ID+"/pdf", nil, nil)
			})
		}
	}
	harm(t, original, letter, damages["flipped"])
	again := s.wait(s.upload("again.docx", letter).ID)
	for _, id := range []string{doc.ID, again.ID} {
		if status, text := s.call(http.MethodGet, "/document/"+id+"/original", nil, nil); status != http.StatusOK || !bytes.Equal(text, letter) {
			t.Errorf("posted again: %d, %d bytes", status, len(text))
		}
	}
}

// harm has a file be as content says, and then damages it; nil leaves it whole.
func harm(t *testing.T, path string, content []byte, damage func(string, []byte) error) {
	t.Helper()
	err := os.RemoveAll(path)
	if err == nil {
		err = os.WriteFile(path, content, 0o600)
	}
	if err == nil && damage != nil {
		err = damage(path, content)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// wantLost wants an answer that says that a file is missing or damaged.
func (s *instance) wantLost(t *testing.T, path string, content []byte) {
	t.Helper()
	status, text := s.call(http.MethodGet, path, nil, nil)
	if status != http.StatusNotFound || !bytes.Contains(text, []byte("in the storage of the server")) && !bytes.Contains(text, []byte("from the storage of the server")) {
		t.Errorf("%s: %d, %d bytes of %d: %.200s", path, status, len(text), len(content), text)
	}
}

// TestDamagedResult damages what a template task has made.
//
// promise 56
func TestDamagedResult(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := startOn(t, data, nil)
	id := s.postForm(http.StatusAccepted, formPart{"template", "letter.docx", template("Dear {name},")}, jsonPart("data", `{"params":{"name":"Ada"}}`))
	address := s.endedTask(id).Results[0].URL
	_, made := s.result(address)
	for name, damage := range damages {
		harm(t, contentPath(data, made), made, damage)
		if status, text := s.result(address); status != http.StatusNotFound || !bytes.Contains(text, []byte("the storage of the server")) {
			t.Errorf("%s: %d %.200s", name, status, text)
		}
	}
	harm(t, contentPath(data, made), made, nil)
	if status, text := s.result(address); status != http.StatusOK || !bytes.Equal(text, made) {
		t.Errorf("whole again: %d, %d bytes", status, len(text))
	}
}
