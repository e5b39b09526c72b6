package conversion_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"lectern/backend/cmd/lectern/test/lecterntest"
	"lectern/converters/pdf/pdftest"
)

// hangingFirst returns a PDF with two pages. Drawing page 1 takes years.
func hangingFirst() []byte {
	return lecterntest.Kids.ReplaceAll(pdftest.Bomb(9), []byte("/Kids[$2$1]/Count 2"))
}

// TestDocumentWhosePageHangs posts a document whose page 1 exceeds the deadline. The document must become ready, and
// its other pages must be served.
//
// SECURITY.md, promise 17 (limits of converters)
func TestDocumentWhosePageHangs(t *testing.T) {
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t, "--deadline", "2s")
	id := s.Upload("first.pdf", hangingFirst()).ID
	if doc := s.Want(200, "GET", "/document/"+id+"?wait=viewable", nil); doc.PageCount != 2 {
		t.Errorf("document is %+v", doc)
	}
	if status, page := s.Call("GET", "/document/"+id+"/page/2.txt", nil, nil); status != 200 || !strings.Contains(string(page), "Harmless") {
		t.Errorf("page 2 has status %d %s", status, page)
	}
	if status, told := s.Call("GET", "/document/"+id+"/page/1.svg", nil, nil); status != 503 || !strings.Contains(string(told),
		"Page 1 took too long and was stopped after 2 seconds.") {
		t.Errorf("page 1 has status %d %s", status, told)
	}
	if doc := s.Wait(id); doc.Status != "ready" {
		t.Errorf("document is %+v", doc)
	}
	if _, report := s.Call("GET", "/document/"+id+"/report", nil, nil); !strings.Contains(string(report), "Page 1 takes very long to draw") {
		t.Errorf("the report is %s", report)
	}
}

// TestDocumentsThatHang posts more hanging PDFs than can be processed at once. While all of them are processed, a page
// of another document must be drawn, and an Office document and another PDF must become ready.
//
// SECURITY.md, promise 17 (limits of converters)
func TestDocumentsThatHang(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	const hang, processes = 5, 3 + 3 + 1 + 1 + 1 // normal and long PDF and Office conversions, and a spare process
	s := lecterntest.Start(t, "--workers", "1", "--deadline", "5m")
	before := s.Wait(s.Upload("before.pdf", lecterntest.Sample(t, "sample.pdf")).ID)
	var bombs []lecterntest.Document
	for i := range hang {
		bombs = append(bombs, s.Upload("bomb.pdf", fmt.Appendf(lecterntest.HangingPDF(), "%%%d\n", i)))
	}
	if status, _ := s.Call("GET", "/document/"+before.ID+"/page/2.png?scale=3", nil, nil); status != 200 {
		t.Errorf("a page has status %d", status)
	}
	for _, name := range []string{"sample.docx", "sample.pdf"} {
		if doc := s.Wait(s.Upload(name, lecterntest.UniqueSample(t, name)).ID); doc.Status != "ready" {
			t.Errorf("%s is %+v", name, doc)
		}
	}
	for _, bomb := range bombs {
		if doc := s.Want(200, "GET", "/document/"+bomb.ID, nil); doc.Status != "processing" {
			t.Errorf("one that hangs is %+v", doc)
		}
	}
	if count := pdfProcesses(s); count > processes {
		t.Errorf("there are %d PDF processes, more than %d", count, processes)
	}
}

// TestStopWhileDocumentsHang stops the server while the conversion of one document hangs and a request for a page of
// another document hangs, with a deadline of one hour. The server must stop without waiting for them. After the next
// start, the conversion is repeated, again with the full deadline.
//
// SECURITY.md, promise 17 (limits of converters), promise 22 (killed server)
func TestStopWhileDocumentsHang(t *testing.T) {
	lecterntest.SkipOnPostgres(t)
	data := t.TempDir()
	s := lecterntest.StartIn(t, data, nil, "--deadline", "1h")
	hangs := s.Upload("hangs.pdf", lecterntest.HangingPDF())
	read := s.Upload("read.pdf", pdftest.Bomb(9)) // the second page hangs
	s.Want(200, "GET", "/document/"+read.ID+"?wait=viewable", nil)
	answered := make(chan bool, 1)
	go func() {
		r, err := http.NewRequest(http.MethodGet, s.APIBase+"/document/"+read.ID+"/page/2.svg", nil)
		if err == nil {
			r.Header.Set("Authorization", s.Key)
			_, err = http.DefaultClient.Do(r)
		}
		answered <- err == nil
	}()
	awaitPDFProcesses(s, 4) // conversion of one document, page and text of the other, and a spare process
	s.Stop()
	if <-answered {
		t.Error("the page that hangs was answered")
	}
	lecterntest.AwaitConvertersGone(t, data)
	again := lecterntest.StartIn(t, data, nil, "--deadline", "2s")
	if doc := again.Wait(hangs.ID); doc.Status != "failed" || !strings.Contains(doc.Message, "stopped after 2 seconds") {
		t.Errorf("after the restart: %+v", doc)
	}
}

// awaitPDFProcesses waits until there are at least count PDF processes.
func awaitPDFProcesses(s *lecterntest.Server, count int) {
	s.T.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	end := time.After(lecterntest.WaitTimeout)
	for pdfProcesses(s) < count {
		select {
		case <-tick.C:
		case <-end:
			s.T.Fatalf("there are %d PDF processes, fewer than %d", pdfProcesses(s), count)
		}
	}
}

func pdfProcesses(s *lecterntest.Server) int {
	count := 0
	for _, line := range descendants(s.T, s.Cmd.Process.Pid) {
		if strings.Contains(line, "lectern-converter pdf") {
			count++
		}
	}
	return count
}
