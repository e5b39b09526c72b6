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

// TestMacrosNeverRun posts a workbook whose only formula calls a function of its VBA project that returns "RAN".
// LibreOffice shows an error instead if macros may not run. testdata/macro.bas created the workbook. The text document
// has a macro that writes "RAN" into the text when it is opened. The presentation has the same VBA project.
// testdata/macro.py created both. The report must list the macros of each.
//
// To check the test, remove the locks in LibreOffice's settings (settings.xcu, MacroExecMode): the workbook then shows
// "RAN". The text document then shows it only in a window of LibreOffice, because a converter sends no event for an
// opened document.
//
// promise 12
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
			t.Errorf("the report of %s tells of the macros %q", name, report.Macros)
		}
	}
}
