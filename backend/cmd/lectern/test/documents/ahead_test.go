package documents_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
	"lectern/converters/ooxml/ooxmltest"
)

// TestPage1OfALongDocumentIsShownEarly posts long documents. Page 1 is first converted from a shortened copy of the
// document. Then all pages are converted from the whole document.
func TestPage1OfALongDocumentIsShownEarly(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	for name, content := range map[string][]byte{
		"long.docx": ooxmltest.Docx(200),
		"long.pptx": ooxmltest.Pptx(60),
		"long.xlsx": ooxmltest.Xlsx(20, 300),
	} {
		id := s.Upload(name, content).ID
		first := s.Want(http.StatusOK, http.MethodGet, "/document/"+id+"?wait=viewable", nil)
		if !first.Viewable || first.Status == "processing" && first.PageCount != 1 {
			t.Errorf("%s: at first %+v", name, first)
		}
		_, svg := s.Call(http.MethodGet, "/document/"+id+"/page/1.svg", nil, nil)
		if !strings.HasPrefix(string(svg), "<svg") {
			t.Errorf("%s: page 1 is %.80q", name, svg)
		}
		done := s.Wait(id)
		if done.Status != "ready" || done.PageCount < 20 {
			t.Errorf("%s: at last %+v", name, done)
		}
		// On a busy machine, page 1 of the whole document may be ready before page 1 of the shortened copy.
		steps := reportSteps(t, s, id)
		early := slices.Contains(steps, "cut copy converted") || slices.Contains(steps, "first page converted")
		if !slices.Contains(steps, "cut") || !early {
			t.Errorf("%s: steps %q", name, steps)
		}
	}
	for _, file := range lecterntest.ContentFiles(t, s.Data) {
		if strings.Contains(file, "first") {
			t.Errorf("left behind: %s", file)
		}
	}
}

func reportSteps(t *testing.T, s *lecterntest.Server, id string) (names []string) {
	t.Helper()
	_, text := s.Call(http.MethodGet, "/document/"+id+"/report", nil, nil)
	var report struct{ Steps []struct{ Name string } }
	if err := json.Unmarshal(text, &report); err != nil {
		t.Fatal(err)
	}
	for _, step := range report.Steps {
		names = append(names, step.Name)
	}
	return names
}
