package library_test

import (
	"bytes"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestDamagedContentIsNotServed damages the files of a library in each possible way, while its server runs and before
// the server starts. Requests for the files must fail, and never return wrong bytes. Each of these repairs the damage:
// posting the same bytes again, converting the document again, and restoring the file.
//
// SECURITY.md, promise 56 (verified backups)
func TestDamagedContentIsNotServed(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	data, letter := t.TempDir(), lecterntest.UniqueSample(t, "sample.docx")
	s := lecterntest.StartIn(t, data, nil)
	doc := s.Wait(s.Upload("letter.docx", letter).ID)
	_, session, _ := strings.Cut(s.View(doc.ID), "sessionId=")
	_, pdf := s.Call(http.MethodGet, "/document/"+doc.ID+"/pdf", nil, nil)
	original := lecterntest.ContentPath(data, letter)
	page := "/document/" + doc.ID + "/page/1.svg"
	for name, damage := range lecterntest.Damages {
		for _, running := range []bool{true, false} {
			t.Run(name, func(t *testing.T) {
				lecterntest.DamageFile(t, original, letter, damage)
				lecterntest.DamageFile(t, lecterntest.ContentPath(data, pdf), pdf, damage)
				if !running {
					key := s.Key
					s.Stop()
					*s = *lecterntest.StartIn(s.T, data, nil)
					s.Key = key
				}
				wantLost(s, t, "/document/"+doc.ID+"/original", letter)
				wantLost(s, t, "/document/"+doc.ID+"/pdf", pdf)
				if !running { // while a server runs, a converter may still have the undamaged PDF open
					wantLost(s, t, page, nil)
					wantLost(s, t, s.URL+"/viewer/session/"+session+"/page/1.svg", nil)
				}
				lecterntest.DamageFile(t, original, letter, nil)
				lecterntest.WantPath(s, "/document/"+doc.ID+"/original")
				s.Want(http.StatusOK, http.MethodPost, "/document/"+doc.ID+"/retry", nil)
				s.Wait(doc.ID)
				lecterntest.WantPath(s, page)
				_, pdf = s.Call(http.MethodGet, "/document/"+doc.ID+"/pdf", nil, nil)
			})
		}
	}
	lecterntest.DamageFile(t, original, letter, lecterntest.Damages["flipped"])
	again := s.Wait(s.Upload("again.docx", letter).ID)
	for _, id := range []string{doc.ID, again.ID} {
		if status, text := s.Call(http.MethodGet, "/document/"+id+"/original", nil, nil); status != http.StatusOK || !bytes.Equal(text, letter) {
			t.Errorf("posted again: %d, %d bytes", status, len(text))
		}
	}
}

// wantLost fails the test unless the response reports a missing or damaged file, and contains nothing of the content.
func wantLost(s *lecterntest.Server, t *testing.T, path string, content []byte) {
	t.Helper()
	status, text := s.Call(http.MethodGet, path, nil, nil)
	if status != http.StatusNotFound || !bytes.Contains(text, []byte("in the storage of the server")) &&
		!bytes.Contains(text, []byte("from the storage of the server")) {
		t.Errorf("%s: %d, %d bytes of %d: %.200s", path, status, len(text), len(content), text)
	}
}

// TestDamagedResult damages the result of a template task. A request for it fails with a message.
//
// SECURITY.md, promise 56 (verified backups)
func TestDamagedResult(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	data := t.TempDir()
	s := lecterntest.StartIn(t, data, nil)
	id := s.PostForm(http.StatusAccepted, lecterntest.FormPart{Name: "template", File: "letter.docx",
		Content: lecterntest.WordTemplate("Dear {name},")},
		lecterntest.JSONPart("data", `{"params":{"name":"Ada"}}`))
	address := s.AwaitTask(id).Results[0].URL
	_, made := s.Result(address)
	for name, damage := range lecterntest.Damages {
		lecterntest.DamageFile(t, lecterntest.ContentPath(data, made), made, damage)
		if status, text := s.Result(address); status != http.StatusNotFound || !bytes.Contains(text, []byte("the storage of the server")) {
			t.Errorf("%s: %d %.200s", name, status, text)
		}
	}
	lecterntest.DamageFile(t, lecterntest.ContentPath(data, made), made, nil)
	if status, text := s.Result(address); status != http.StatusOK || !bytes.Equal(text, made) {
		t.Errorf("whole again: %d, %d bytes", status, len(text))
	}
}

// TestDamageIsFoundInTheBackground damages files that no request opens. The background check must find them. Then the
// log, /readyz, the metrics and doctor must report them until the files are repaired or no longer needed.
//
// SECURITY.md, promise 56 (verified backups)
func TestDamageIsFoundInTheBackground(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := lecterntest.StartIn(t, data, nil, "--content-check", "1s")
	letter, offer := lecterntest.UniqueSample(t, "sample.docx"), lecterntest.UniqueSample(t, "sample.docx")
	first, second := s.Wait(s.Upload("letter.docx", letter).ID), s.Wait(s.Upload("offer.docx", offer).ID)
	lecterntest.AwaitFaults(s, 0, 0)
	lecterntest.DamageFile(t, lecterntest.ContentPath(data, letter), letter, lecterntest.Damages["flipped"])
	lecterntest.DamageFile(t, lecterntest.ContentPath(data, offer), offer, lecterntest.Damages["missing"])
	lecterntest.AwaitFaults(s, 1, 1)
	for _, doc := range []lecterntest.Document{first, second} {
		if log := s.Log.String(); !strings.Contains(log, doc.ID) || !strings.Contains(log, doc.Name) {
			t.Errorf("the log does not name %s", doc.Name)
		}
		wantInDoctor(s, doc, true)
	}
	lecterntest.DamageFile(t, lecterntest.ContentPath(data, letter), letter, nil)
	lecterntest.AwaitFaults(s, 0, 1)
	s.Fields(http.StatusNoContent, http.MethodDelete, "/document/"+second.ID, "")
	lecterntest.AwaitFaults(s, 0, 0)
	wantInDoctor(s, second, false)
}

// TestDamageThatIsFoundByAReader checks that damage found by a request is recorded, also after a restart, until the
// same file is posted again.
//
// SECURITY.md, promise 56 (verified backups)
func TestDamageThatIsFoundByAReader(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	data := t.TempDir()
	s := lecterntest.StartIn(t, data, nil)
	letter := lecterntest.UniqueSample(t, "sample.docx")
	doc := s.Wait(s.Upload("letter.docx", letter).ID)
	lecterntest.DamageFile(t, lecterntest.ContentPath(data, letter), letter, lecterntest.Damages["truncated"])
	wantLost(s, t, "/document/"+doc.ID+"/original", letter)
	lecterntest.AwaitFaults(s, 1, 0)
	key := s.Key
	s.Stop()
	wantInDoctor(s, doc, true)
	s = lecterntest.StartIn(t, data, nil)
	s.Key = key
	lecterntest.AwaitFaults(s, 1, 0)
	s.Wait(s.Upload("again.docx", letter).ID)
	lecterntest.AwaitFaults(s, 0, 0)
	lecterntest.WantPath(s, "/document/"+doc.ID+"/original")
}

// wantInDoctor fails the test unless doctor names a document. If named is false, it fails the test if doctor names the
// document.
func wantInDoctor(s *lecterntest.Server, doc lecterntest.Document, named bool) {
	s.T.Helper()
	if said := doctor(s); strings.Contains(said, doc.ID) != named {
		s.T.Errorf("doctor says of %s:\n%s", doc.Name, said)
	}
}

// doctor returns the output of the command doctor.
func doctor(s *lecterntest.Server) string {
	cmd := exec.CommandContext(s.T.Context(), lecterntest.Program(s.T, "lectern"), "doctor", "--data", s.Data)
	cmd.Env = append(os.Environ(), lecterntest.DatabaseEnv(s.T, s.Data)...)
	said, _ := cmd.CombinedOutput() // the exit code is not checked, because any other problem of the machine changes it
	return string(said)
}

// TestMoveOfADamagedLibrary checks that moving a library fails and names the document if a file is damaged, and
// succeeds and names the document if a file is missing.
//
// SECURITY.md, promise 56 (verified backups)
func TestMoveOfADamagedLibrary(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	s := lecterntest.Start(t)
	letter := lecterntest.UniqueSample(t, "sample.docx")
	doc := s.Wait(s.Upload("letter.docx", letter).ID)
	s.Stop()
	to := filepath.Join(t.TempDir(), "library")
	lecterntest.DamageFile(t, lecterntest.ContentPath(s.Data, letter), letter, lecterntest.Damages["flipped"])
	_, said := lecterntest.RunWithEnv(t, nil, 1, "move", "--data", s.Data, "--to-data", to)
	lecterntest.WantNamed(t, said, doc)
	lecterntest.DamageFile(t, lecterntest.ContentPath(s.Data, letter), letter, lecterntest.Damages["missing"])
	said, _ = lecterntest.RunWithEnv(t, nil, 0, "move", "--data", s.Data, "--to-data", to)
	lecterntest.WantNamed(t, said, doc)
}
