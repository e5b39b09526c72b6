package main

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

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
	s := start(t, "--deadline", "2s")
	id := s.upload("first.pdf", hangingFirst()).ID
	if doc := s.want(200, "GET", "/document/"+id+"?wait=viewable", nil); doc.PageCount != 2 {
		t.Errorf("document is %+v", doc)
	}
	if status, page := s.call("GET", "/document/"+id+"/page/2.txt", nil, nil); status != 200 || !strings.Contains(string(page), "Harmless") {
		t.Errorf("page 2 is answered %d %s", status, page)
	}
	if status, told := s.call("GET", "/document/"+id+"/page/1.svg", nil, nil); status != 503 || !strings.Contains(string(told), "Page 1 took too long: it was stopped after 2s.") {
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
	count := 0
	for _, line := range descendants(t, s.cmd.Process.Pid) {
		if strings.Contains(line, "lectern-converter pdf") {
			count++
		}
	}
	if count > processes {
		t.Errorf("there are %d PDF processes, more than %d", count, processes)
	}
	s.kill() // it would give them their time to end
}
