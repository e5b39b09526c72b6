package main

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"lectern/converters/pdf/pdftest"
)

// kids are the pages of [pdftest.Bomb]: a harmless one, and one that would be drawn for years.
var kids = regexp.MustCompile(`/Kids\[(\d+ 0 R )(\d+ 0 R )\]/Count 2`)

// hanging is a PDF that would be drawn for years.
func hanging() []byte { return kids.ReplaceAll(pdftest.Bomb(9), []byte("/Kids[$2]/Count 1")) }

// hangingFirst is one whose second page is harmless.
func hangingFirst() []byte { return kids.ReplaceAll(pdftest.Bomb(9), []byte("/Kids[$2$1]/Count 2")) }

// TestDocumentWhosePageHangs: one whose page 1 takes too long is shown without it.
//
// promise 17
func TestDocumentWhosePageHangs(t *testing.T) {
	apartFromRecords(t)
	s := start(t, "--deadline", "2s")
	id := s.upload("first.pdf", hangingFirst()).ID
	if doc := s.want(200, "GET", "/document/"+id+"?wait=viewable", nil); doc.PageCount != 2 {
		t.Errorf("document is %+v", doc)
	}
	if status, page := s.call("GET", "/document/"+id+"/page/2.txt", nil, nil); status != 200 || !strings.Contains(string(page), "Harmless") {
		t.Errorf("page 2 is answered %d %s", status, page)
	}
	if status, told := s.call("GET", "/document/"+id+"/page/1.svg", nil, nil); status != 503 || !strings.Contains(string(told),
		"Page 1 took too long: it was stopped after 2 seconds.") {
		t.Errorf("page 1 is answered %d %s", status, told)
	}
	if doc := s.wait(id); doc.Status != "ready" {
		t.Errorf("document is %+v", doc)
	}
	if _, report := s.call("GET", "/document/"+id+"/report", nil, nil); !strings.Contains(string(report), "Page 1 takes so much to be drawn") {
		t.Errorf("the report is %s", report)
	}
}

// TestDocumentsThatHang posts more PDFs that hang than there is room for. While all of them
// still run, a page of another document is drawn, an Office document becomes ready, and so
// does the next PDF.
//
// promise 17
func TestDocumentsThatHang(t *testing.T) {
	t.Parallel()
	const hang, processes = 5, 3 + 3 + 1 + 1 + 1 // of both kinds, long ones of both, and a spare
	s := start(t, "--workers", "1", "--deadline", "5m")
	before := s.wait(s.upload("before.pdf", sample(t, "sample.pdf")).ID)
	var bombs []body
	for i := range hang {
		bombs = append(bombs, s.upload("bomb.pdf", fmt.Appendf(hanging(), "%%%d\n", i)))
	}
	if status, _ := s.call("GET", "/document/"+before.ID+"/page/2.png?scale=3", nil, nil); status != 200 {
		t.Errorf("a page is answered %d", status)
	}
	for _, name := range []string{"sample.docx", "sample.pdf"} {
		if doc := s.wait(s.upload(name, fresh(t, name)).ID); doc.Status != "ready" {
			t.Errorf("%s is %+v", name, doc)
		}
	}
	for _, bomb := range bombs {
		if doc := s.want(200, "GET", "/document/"+bomb.ID, nil); doc.Status != "processing" {
			t.Errorf("one that hangs is %+v", doc)
		}
	}
	if count := s.pdfProcesses(); count > processes {
		t.Errorf("there are %d PDF processes, more than %d", count, processes)
	}
}

// TestStopWhileDocumentsHang: the server ends though they have an hour, and so has the page
// that a reader waits for. After the next start they go on, and have their time.
//
// promise 17, promise 22
func TestStopWhileDocumentsHang(t *testing.T) {
	data := t.TempDir()
	s := startOn(t, data, nil, "--deadline", "1h")
	hangs := s.upload("hangs.pdf", hanging())
	read := s.upload("read.pdf", pdftest.Bomb(9)) // its second page hangs
	s.want(200, "GET", "/document/"+read.ID+"?wait=viewable", nil)
	answered := make(chan bool, 1)
	go func() {
		r, err := http.NewRequest(http.MethodGet, s.APIBase+"/document/"+read.ID+"/page/2.svg", nil)
		if err == nil {
			r.Header.Set("Authorization", s.key)
			_, err = http.DefaultClient.Do(r)
		}
		answered <- err == nil
	}()
	s.awaitPDFProcesses(4) // for the one, the reader and the text of the other, and a spare
	s.stop()
	if <-answered {
		t.Error("the page that hangs was answered")
	}
	awaitGone(t, data)
	again := startOn(t, data, nil, "--deadline", "2s")
	if doc := again.wait(hangs.ID); doc.Status != "failed" || !strings.Contains(doc.Message, "stopped after 2 seconds") {
		t.Errorf("after the restart: %+v", doc)
	}
}

// awaitPDFProcesses waits until there are so many.
func (s *instance) awaitPDFProcesses(count int) {
	s.t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	end := time.After(patience)
	for s.pdfProcesses() < count {
		select {
		case <-tick.C:
		case <-end:
			s.t.Fatalf("there are %d PDF processes, fewer than %d", s.pdfProcesses(), count)
		}
	}
}

func (s *instance) pdfProcesses() int {
	count := 0
	for _, line := range descendants(s.t, s.cmd.Process.Pid) {
		if strings.Contains(line, "lectern-converter pdf") {
			count++
		}
	}
	return count
}
