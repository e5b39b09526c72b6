package main

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
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
	apartFromRecords(t)
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
	if status != http.StatusNotFound || !bytes.Contains(text, []byte("in the storage of the server")) &&
		!bytes.Contains(text, []byte("from the storage of the server")) {
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
	id := s.postForm(http.StatusAccepted, formPart{"template", "letter.docx", template("Dear {name},")},
		jsonPart("data", `{"params":{"name":"Ada"}}`))
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

// TestDamageIsFoundInTheBackground damages files that nobody opens. The comparison with the hashes finds them; the log,
// /readyz, the metrics and doctor tell, and no longer when the files are whole, or needed no more.
//
// promise 56
func TestDamageIsFoundInTheBackground(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := startOn(t, data, nil, "--content-check", "1s")
	letter, offer := fresh(t, "sample.docx"), fresh(t, "sample.docx")
	first, second := s.wait(s.upload("letter.docx", letter).ID), s.wait(s.upload("offer.docx", offer).ID)
	s.wantFaults(0, 0)
	harm(t, contentPath(data, letter), letter, damages["flipped"])
	harm(t, contentPath(data, offer), offer, damages["missing"])
	s.wantFaults(1, 1)
	for _, doc := range []body{first, second} {
		if log := s.log.String(); !strings.Contains(log, doc.ID) || !strings.Contains(log, doc.Name) {
			t.Errorf("the log does not name %s", doc.Name)
		}
		s.wantInDoctor(doc, true)
	}
	harm(t, contentPath(data, letter), letter, nil)
	s.wantFaults(0, 1)
	s.fields(http.StatusNoContent, http.MethodDelete, "/document/"+second.ID, "")
	s.wantFaults(0, 0)
	s.wantInDoctor(second, false)
}

// TestDamageThatIsFoundByAReader is recorded, too, and over a start; the same file posted again mends it.
//
// promise 56
func TestDamageThatIsFoundByAReader(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := startOn(t, data, nil)
	letter := fresh(t, "sample.docx")
	doc := s.wait(s.upload("letter.docx", letter).ID)
	harm(t, contentPath(data, letter), letter, damages["truncated"])
	s.wantLost(t, "/document/"+doc.ID+"/original", letter)
	s.wantFaults(1, 0)
	key := s.key
	s.stop()
	s.wantInDoctor(doc, true)
	s = startOn(t, data, nil)
	s.key = key
	s.wantFaults(1, 0)
	s.wait(s.upload("again.docx", letter).ID)
	s.wantFaults(0, 0)
	s.wantThere("/document/" + doc.ID + "/original")
}

// wantFaults waits until the server tells how many files are damaged and missing.
func (s *instance) wantFaults(damaged, missing int) {
	s.t.Helper()
	becomes(s.t, fmt.Sprintf("%d damaged, %d missing", damaged, missing), func() bool {
		_, metrics := s.call(http.MethodGet, s.URL+"/metrics", nil, nil)
		status, ready := s.call(http.MethodGet, s.URL+"/readyz", nil, nil)
		told := strings.Contains(string(ready), fmt.Sprintf("missing or damaged: %d.", damaged+missing))
		return status == http.StatusOK && told == (damaged+missing > 0) &&
			strings.Contains(string(metrics), fmt.Sprintf("lectern_content_faults{condition=\"damaged\"} %d\n", damaged)) &&
			strings.Contains(string(metrics), fmt.Sprintf("lectern_content_faults{condition=\"missing\"} %d\n", missing))
	})
}

// wantInDoctor wants doctor to name a document whose file is missing or damaged, or not to.
func (s *instance) wantInDoctor(doc body, named bool) {
	s.t.Helper()
	if said := s.doctor(); strings.Contains(said, doc.ID) != named {
		s.t.Errorf("doctor says of %s:\n%s", doc.Name, said)
	}
}

// doctor returns what the command doctor writes.
func (s *instance) doctor() string {
	cmd := exec.CommandContext(s.t.Context(), program(s.t, "lectern"), "doctor", "--data", s.data)
	cmd.Env = append(os.Environ(), engineOf(s.t, s.data)...)
	said, _ := cmd.CombinedOutput() // it fails where the machine lacks something
	return string(said)
}

// TestMoveOfADamagedLibrary names the document whose file is damaged, and one whose file is missing.
//
// promise 56
func TestMoveOfADamagedLibrary(t *testing.T) {
	t.Parallel()
	ofSQLite(t)
	s := start(t)
	letter := fresh(t, "sample.docx")
	doc := s.wait(s.upload("letter.docx", letter).ID)
	s.stop()
	to := filepath.Join(t.TempDir(), "library")
	harm(t, contentPath(s.data, letter), letter, damages["flipped"])
	_, said := runCommand(t, nil, 1, "move", "--data", s.data, "--to-data", to)
	wantNamed(t, said, doc)
	harm(t, contentPath(s.data, letter), letter, damages["missing"])
	said, _ = runCommand(t, nil, 0, "move", "--data", s.data, "--to-data", to)
	wantNamed(t, said, doc)
}
