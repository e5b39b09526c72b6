package conversion_test

import (
	"encoding/json"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
	"lectern/backend/web/api"
)

// TestMacrosNeverRun posts documents with macros, none of which may run. The report must list the macros of each
// document.
//
// The only formula of the workbook calls a function of its VBA project that returns "RAN". If macros may not run,
// LibreOffice shows an error instead. The workbook was created with testdata/macro.bas. The text document has a macro
// that writes "RAN" into the text when the document is opened. The presentation has the same VBA project as the
// workbook. The text document and the presentation were created with testdata/macro.py.
//
// To check the test itself, remove the locks of MacroExecMode from LibreOffice's settings (settings.xcu): the workbook
// then shows "RAN". The text document then shows "RAN" only in a window of LibreOffice, because a converter sends no
// event when it opens a document.
//
// SECURITY.md, promise 12 (no macros)
func TestMacrosNeverRun(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	for name, shows := range map[string][]string{
		"macro.xlsx": {"The macro has", "#VALUE!"},
		"macro.doc":  {"Lectern sample doc", "the second page"},
		"macro.ppt":  {"Lectern sample doc", "The second slide"},
	} {
		content, err := os.ReadFile("testdata/" + name)
		lecterntest.Check(t, err)
		doc := s.Wait(s.Upload(name, content).ID)
		status, text := s.Call(http.MethodGet, "/document/"+doc.ID+"/text", nil, nil)
		if doc.Status != "ready" || status != http.StatusOK {
			t.Fatalf("document is %+v, its text %d %s", doc, status, text)
		}
		for _, words := range shows {
			if !strings.Contains(string(text), words) || strings.Contains(string(text), "RAN") {
				t.Errorf("the text of %s is %q", name, text)
			}
		}
		var report api.Report
		_, text = s.Call(http.MethodGet, "/document/"+doc.ID+"/report", nil, nil)
		lecterntest.Check(t, json.Unmarshal(text, &report))
		if !slices.Equal(report.Macros, []string{"VBA project"}) {
			t.Errorf("the report of %s names the macros %q", name, report.Macros)
		}
	}
}
