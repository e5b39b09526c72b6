package library_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestCleaningThatIsRefused checks that cleaning is refused if the database does not know most of the files, and that
// following the advice of the error message works.
//
// SECURITY.md, promise 55 (no lost content)
func TestCleaningThatIsRefused(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	data := t.TempDir()
	s := lecterntest.StartIn(t, data, nil)
	letter := lecterntest.UniqueSample(t, "sample.pdf")
	doc := s.Wait(s.Upload("letter.pdf", letter).ID)
	for i := range 30 {
		stray := filepath.Join(data, "content", "ab", fmt.Sprintf("%062x", i))
		if err := os.MkdirAll(filepath.Dir(stray), 0o700); err != nil {
			t.Fatal(err)
		}
		lecterntest.WritePrivateFile(t, stray, []byte("x"))
		if err := os.Chtimes(stray, time.Time{}, time.Now().Add(-time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	answer := s.Fields(http.StatusConflict, http.MethodPost, "/storage/clean", "")
	if detail, _ := answer["detail"].(string); !strings.Contains(detail, "stop the server and run 'lectern start-anew --data FOLDER', which "+
		"sets them aside") {
		t.Errorf("the message is %s", detail)
	}
	s.Stop()
	if out, _ := lecterntest.RunWithEnv(t, nil, 0, "start-anew", "--data", data); !strings.Contains(out, "30 days: 30.") {
		t.Errorf("the message is %s", out)
	}
	if out := lecterntest.Run(t, 0, "start-anew", "--data", data); out != "You can now start Lectern on this folder.\n" {
		t.Errorf("without files the message is %s", out)
	}
	s = lecterntest.StartIn(t, data, nil)
	s.Fields(http.StatusOK, http.MethodPost, "/storage/clean", "")
	wantOriginals(s, map[string][]byte{doc.ID: letter})
}

// TestSizeOfFilesSetAside checks that the size of files that were moved aside is reported, and that these files are
// deleted only on an explicit request. A file that a record needs is never deleted.
//
// SECURITY.md, promise 55 (no lost content)
func TestSizeOfFilesSetAside(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	data := t.TempDir()
	s := lecterntest.StartIn(t, data, nil)
	letter := lecterntest.UniqueSample(t, "sample.pdf")
	doc := s.Wait(s.Upload("letter.pdf", letter).ID)
	key := s.Key
	s.Kill()
	stray := "ab/" + strings.Repeat("c", 62)
	write := func(path, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(data, "content", stray), strings.Repeat("x", 1000))
	s = lecterntest.StartIn(t, data, nil)
	s.Key = key
	bytesAside := func(method, path string) float64 {
		t.Helper()
		return s.Fields(http.StatusOK, method, path, "")["setAsideFiles"].(float64)
	}
	for _, ask := range [][2]string{{http.MethodGet, "/storage"}, {http.MethodPost, "/storage/clean"},
		{http.MethodPost, "/storage/clean?setAside=true"}} {
		if bytes := bytesAside(ask[0], ask[1]); bytes < 1000 || bytes > 1100 {
			t.Errorf("%s %s: %v bytes are set aside", ask[0], ask[1], bytes)
		}
	}

	own := filepath.Join(data, "set-aside", "of mine", "notes.txt")
	write(own, "notes")
	original := lecterntest.ContentPath(data, letter)
	needed := filepath.Join(data, "set-aside", "2026-01-02", filepath.Base(filepath.Dir(original)), filepath.Base(original))
	if err := os.MkdirAll(filepath.Dir(needed), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(original, needed); err != nil {
		t.Fatal(err)
	}
	if bytes := bytesAside(http.MethodPost, "/storage/clean?setAsideFiles=true"); bytes != float64(len("notes")) {
		t.Errorf("then %v bytes are set aside", bytes)
	}
	if text, err := os.ReadFile(own); err != nil || string(text) != "notes" {
		t.Errorf("a person's file is %q, %v", text, err)
	}
	lecterntest.WantPath(s, "/document/"+doc.ID+"/original")
}
