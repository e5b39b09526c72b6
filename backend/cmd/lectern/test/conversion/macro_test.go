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

// TestMacrosNeverRun posts a workbook whose only formula is a function of its own VBA
// project, which gives "RAN": LibreOffice shows that where it may run macros, and an
// error where not; testdata/macro.bas made it. The text writes "RAN" into itself when it
// is opened, and the presentation has the same project; testdata/macro.py made both. The
// report tells of each.
//
// With the engine's locks taken away (settings.xcu, MacroExecMode) the workbook shows RAN
// here. The text then shows it in a window of LibreOffice; in a converter, which has none,
// nobody tells it that it was opened.
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
