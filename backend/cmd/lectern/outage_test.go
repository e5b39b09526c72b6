package main

import (
	"net/http"
	"strings"
	"testing"
)

// TestAnOutageIsToldOnce has the database, then the store of content be away while requests come: the log says so once,
// and when it is back. Requests that are refused meanwhile are a line each, which says why.
func TestAnOutageIsToldOnce(t *testing.T) {
	t.Parallel()
	ofSQLite(t)
	e := startEngines(t)
	data := t.TempDir()
	placed.Store(data, append(e.s3.Environment(), "LECTERN_DATABASE="+e.database("library"), "LECTERN_BLOBS="+e.bucket("library")))
	s := startOn(t, data, nil, "--drain", "0s")
	for _, outage := range []struct {
		lost, back string
		stop       func() error
		start      func() error
	}{
		{"the database cannot be reached", "the database is back", func() error { return e.postgres.Stop(true) }, func() error { return e.postgres.Start(t.Context()) }},
		{"the store of the documents cannot be reached", "the store of the documents is back", e.s3.Stop, func() error { return e.s3.Start(t.Context()) }},
	} {
		before := len(s.log.Bytes())
		if err := outage.stop(); err != nil {
			t.Fatal(err)
		}
		refused := 0
		for range 3 {
			refused += s.refusedUpload()
		}
		becomes(t, "the log says that an engine is away", func() bool { return strings.Contains(s.log.String(), outage.lost) })
		for range 7 {
			refused += s.refusedUpload()
		}
		if err := outage.start(); err != nil {
			t.Fatal(err)
		}
		becomes(t, "the log says that it is back", func() bool { return strings.Contains(s.log.String(), outage.back) })
		becomes(t, "it is ready", func() bool {
			status, _ := s.call(http.MethodGet, s.URL+"/readyz", nil, nil)
			return status == http.StatusOK
		})
		told := s.log.String()[before:]
		if strings.Count(told, outage.lost) != 1 || strings.Count(told, outage.back) != 1 || strings.Count(told, " away=") != 1 {
			t.Errorf("it is not told once each:\n%s", told)
		}
		for line := range strings.Lines(told) {
			if strings.Contains(line, "level=ERROR") || strings.Contains(line, "level=WARN") && !strings.Contains(line, outage.lost) {
				t.Errorf("besides, it says %s", line)
			}
		}
		if lines := strings.Count(told, "POST /api/v0/document/upload"); lines != 10 || refused != 10 {
			t.Errorf("of %d refused uploads are %d lines:\n%s", refused, lines, told)
		}
	}
}

// refusedUpload counts an upload that is refused as an engine is away.
func (s *instance) refusedUpload() int {
	s.t.Helper()
	status, text := s.call(http.MethodPost, "/document/upload?filename=letter.docx", nil, strings.NewReader(string(fresh(s.t, "sample.docx"))))
	if status != http.StatusServiceUnavailable {
		s.t.Errorf("while an engine is away: %d %s", status, text)
		return 0
	}
	return 1
}
