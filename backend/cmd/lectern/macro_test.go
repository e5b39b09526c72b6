package main

import (
	"net/http"
	"os"
	"strings"
	"testing"
)

// TestMacrosNeverRun posts a workbook whose only formula is a function of its own VBA
// project, which gives "RAN". LibreOffice shows that where it may run macros, and an
// error where not; testdata/macro.bas made it.
//
// promise 12
func TestMacrosNeverRun(t *testing.T) {
	content, err := os.ReadFile("testdata/macro.xlsx")
	if err != nil {
		t.Fatal(err)
	}
	s := start(t)
	doc := s.wait(s.upload("macro.xlsx", content).ID)
	status, text := s.call(http.MethodGet, "/document/"+doc.ID+"/text", nil, nil)
	if doc.Status != "ready" || status != http.StatusOK {
		t.Fatalf("document is %+v, its text %d %s", doc, status, text)
	}
	if !strings.Contains(string(text), "The macro has") || !strings.Contains(string(text), "#VALUE!") || strings.Contains(string(text), "RAN") {
		t.Errorf("the text is %q", text)
	}
}
