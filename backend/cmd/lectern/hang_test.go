package main

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"lectern/converters/pdf/pdftest"
)

// hanging is a PDF that would be drawn for years.
func hanging() []byte {
	bomb := pdftest.Bomb(9) // on its second page, here on the first
	return regexp.MustCompile(`(/Kids ?\[)(\d+ 0 R )(\d+ 0 R )`).ReplaceAll(bomb, []byte("$1$3$2"))
}

// TestDocumentsThatHang posts more PDFs that hang than there is room for. While all of them
// still run, a page of another document is drawn, an Office document becomes ready, and so
// does the next PDF.
//
// promise 17
func TestDocumentsThatHang(t *testing.T) {
	const hang, processes = 5, 3 + 2 + 1 + 1 + 1 // of both kinds, long ones of both, and a spare
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
