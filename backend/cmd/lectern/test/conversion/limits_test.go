package conversion_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
	"lectern/backend/web/api"
	"lectern/converters/ooxml/ooxmltest"
	"lectern/converters/pdf/pdftest"
)

// TestErrorsNameTheExceededLimit posts documents that just exceed the low limits of the server. Each error message must
// name the exceeded limit and its value.
//
// SECURITY.md, promise 6 (limits of transfers), promise 19 (ZIP bombs), promise 21 (limits of pages)
func TestErrorsNameTheExceededLimit(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t, "--max-upload", "1000000", "--max-pages", "10", "--max-inflation", "5000000", "--max-nesting", "50")
	nested := strings.Repeat("<w:sdt><w:sdtContent>", 25) + ooxmltest.Paragraph("deep") + strings.Repeat("</w:sdtContent></w:sdt>", 25)
	tests := []struct {
		name, file string
		content    []byte
		message    string
	}{
		{"pages of a PDF", "a.pdf", pdftest.EmptyPages(11), "The document has 11 pages, more than the limit of 10."},
		{"pages of a text", "a.docx", ooxmltest.DocxOf(strings.Repeat(`<w:p><w:r><w:br w:type="page"/></w:r></w:p>`, 11), nil),
			"pages, more than the limit of 10."},
		{"inflation", "a.docx", ooxmltest.DocxOf(strings.Repeat(ooxmltest.Paragraph("much"), 150_000), nil),
			"The unpacked document is larger than the limit of 5 MB."},
		{"nesting", "a.docx", ooxmltest.DocxOf(nested, nil), "The document is nested too deeply: its parts are nested more than " +
			"50 levels deep, which is the limit."},
		{"nesting of slides", "a.pptx", deepSlide(t, 60), "The document is nested too deeply: its parts are nested more than 50 " +
			"levels deep, which is the limit."},
		{"nesting of rich text", "a.rtf", []byte(`{\rtf1 ` + strings.Repeat("{", 50) + "deep" + strings.Repeat("}", 51)),
			"The document is nested too deeply: its parts are nested more than 50 levels deep, which is the limit."},
	}
	for _, test := range tests {
		doc := s.Wait(s.Upload(test.file, test.content).ID)
		if doc.Status != "failed" || !strings.Contains(doc.Message, test.message) {
			t.Errorf("%s: %s %q, want %q", test.name, doc.Status, doc.Message, test.message)
		}
	}
	status, text := s.Call(http.MethodPost, "/document/upload?filename=a.pdf", nil, strings.NewReader(strings.Repeat("x", 1_000_001)))
	if status != http.StatusRequestEntityTooLarge || !strings.Contains(string(text), "The file is larger than the limit of 1 MB.") {
		t.Errorf("upload: %d %s", status, text)
	}
}

// deepSlide returns a presentation with a slide on which groups are nested levels deep.
func deepSlide(t *testing.T, levels int) []byte {
	const ns = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" ` +
		`xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"`
	const group = `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="9" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>`
	slide := `<p:sld ` + ns + `><p:cSld><p:spTree>` + strings.Repeat(group, levels) + strings.Repeat("</p:grpSp>", levels) +
		`</p:spTree></p:cSld></p:sld>`
	return bomb{kind: "pptx", parts: map[string]string{"ppt/slides/slide1.xml": slide}}.document(t)
}

// TestReducedScaleIsReported requests pages that exceed the limits. The server must reduce their scale, state the
// reduced scale in the header Page-Scale, and add a warning to the report.
//
// SECURITY.md, promise 21 (limits of pages)
func TestReducedScaleIsReported(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t, "--max-side", "720", "--max-pixels", "1000000", "--max-svg", "100000")
	heavy := strings.Repeat("1 0 0 rg 3 3 9 9 re f ", 10_000)
	base := "/document/" + s.Wait(s.Upload("a.pdf", pdftest.Build([]pdftest.Page{
		{Box: "0 0 360 720"}, {Box: "0 0 720 1036800"}, {Box: "0 0 1036800 1036800"}, {Box: "0 0 720 360", Content: heavy},
	})).ID).ID
	for path, want := range map[string]string{
		"1.png": "1", "1.png?scale=1.5": "1.5", "1.png?scale=20": "1.96", "3.png?scale=5": "1.39",
		"1.svg": "", "3.svg": "", "4.svg": "1.96", "1.txt": "", "1.json": "",
	} {
		answer, _ := s.Get(base+"/page/"+path, nil)
		if got := answer.Header.Get("Page-Scale"); answer.StatusCode != http.StatusOK || got != want {
			t.Errorf("%s: %d, scale %q, want %q", path, answer.StatusCode, got, want)
		}
	}
	var report api.Report
	_, text := s.Get(base+"/report", nil)
	lecterntest.Check(t, json.Unmarshal(text, &report))
	if want := "2 pages are larger than the limit of 720 points per side (10 inches) and are scaled down."; strings.Join(report.Warnings,
		" ") != want {
		t.Errorf("warnings %q, want %q", report.Warnings, want)
	}
}
