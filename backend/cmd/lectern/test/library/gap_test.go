package library_test

import (
	"crypto/sha256"
	"database/sql"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestContentOfALostDisk starts a server without the files of its documents, as if their disk were not mounted. The
// log, /readyz, the metrics and doctor must report that, and nothing may be removed. The reports must end when the
// files are back.
//
// SECURITY.md, promise 55 (no lost content), promise 56 (verified backups)
func TestContentOfALostDisk(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	data := t.TempDir()
	s := lecterntest.StartIn(t, data, nil)
	key := s.Key
	var docs []lecterntest.Document
	for i := range 3 {
		docs = append(docs, s.Wait(s.Upload(fmt.Sprintf("%d.pdf", i), lecterntest.UniqueSample(t, "sample.pdf")).ID))
	}
	content, away := filepath.Join(data, "content"), filepath.Join(data, "away")
	wantGap := func(gone bool) {
		t.Helper()
		status, ready := s.Call(http.MethodGet, s.URL+"/readyz", nil, nil)
		_, metrics := s.Call(http.MethodGet, s.URL+"/metrics", nil, nil)
		said := map[string]string{"/readyz": string(ready), "the log": s.Log.String(), "doctor": strings.ToLower(doctor(s))}
		for what, text := range said {
			if strings.Contains(strings.ToLower(text), "most files of documents are missing") != gone {
				t.Errorf("gone is %v, and %s: the message is %s", gone, what, text)
			}
		}
		missing := 0
		if gone {
			missing = 3
		}
		if !strings.Contains(string(metrics), fmt.Sprintf("lectern_content_faults{condition=\"missing\"} %d\n", missing)) ||
			status != http.StatusOK {
			t.Errorf("gone is %v: /readyz has status %d, and the metrics are other ones", gone, status)
		}
	}
	wantGap(false)
	s.Stop()
	if err := os.Rename(content, away); err != nil {
		t.Fatal(err)
	}
	s = lecterntest.StartIn(t, data, nil)
	s.Key = key
	wantGap(true)
	s.Kill()
	s = lecterntest.StartIn(t, data, nil)
	s.Key = key
	wantGap(true)
	s.Stop()
	if err := os.RemoveAll(content); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(away, content); err != nil {
		t.Fatal(err)
	}
	s = lecterntest.StartIn(t, data, nil)
	s.Key = key
	wantGap(false)
	for _, doc := range docs {
		lecterntest.WantPath(s, "/document/"+doc.ID+"/original")
	}
}

// TestStressStartOfALargeLibrary logs how long a server with 100,000 documents takes to start, with and without their
// files.
func TestStressStartOfALargeLibrary(t *testing.T) {
	if !lecterntest.StressEnabled() {
		t.Skip("makes 100,000 files; set LECTERN_STRESS=1")
	}
	lecterntest.RequireSQLite(t)
	const documents = 100_000
	data := t.TempDir()
	lecterntest.StartIn(t, data, nil).Stop()
	db, err := sql.Open("sqlite3", filepath.Join(data, "lectern.db"))
	if err != nil {
		t.Fatal(err)
	}
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	for n := range documents {
		text := fmt.Sprint(n)
		sum := fmt.Sprintf("%x", sha256.Sum256([]byte(text)))
		folder := filepath.Join(data, "content", sum[:2])
		err := os.MkdirAll(folder, 0o700)
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, sum[2:]), []byte(text), 0o600)
		}
		if err == nil {
			_, err = tx.Exec(`INSERT INTO document (id, name, status, message, viewable, page_count, created_at, original_url, download_filename,
				original_saved, webhook_url, original, type, pdf, revision, version)
				VALUES (?, ?, 'ready', '', TRUE, 1, 0, '', '', TRUE, '', ?, 'pdf', ?, 1, 1)`, text, text, sum[:2]+"/"+sum[2:], sum[:2]+"/"+sum[2:])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for _, state := range []string{"with its files", "again", "again", "without its files", "again"} {
		if strings.HasPrefix(state, "without") {
			if err := os.Rename(filepath.Join(data, "content"), filepath.Join(data, "away")); err != nil {
				t.Fatal(err)
			}
		}
		begin := time.Now()
		s := lecterntest.StartIn(t, data, nil)
		t.Logf("a start of %d documents, %s: %v", documents, state, time.Since(begin).Round(time.Millisecond))
		s.Stop()
	}
}
