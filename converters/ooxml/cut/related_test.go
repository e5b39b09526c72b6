package cut

import (
	"errors"
	"strings"
	"testing"

	"lectern/converters/ooxml/ooxmltest"
)

// Links to slides that are cut off are redirected to the slide that contains the link. Notes are cut off.
func TestCutSlideLinks(t *testing.T) {
	const rels = "ppt/slides/_rels/slide1.xml.rels"
	parts, err := cut(t, ooxmltest.WithParts(t, ooxmltest.Pptx(20), map[string]string{
		rels: ooxmltest.Relations("slideLayout", "../slideLayouts/slideLayout1.xml", "slide", "slide7.xml",
			"notesSlide", "../notesSlides/notesSlide1.xml"),
		"ppt/notesSlides/notesSlide1.xml": "<p:notes/>",
	}), "pptx", DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	if text := parts[rels]; !strings.Contains(text, `Id="r2"`) || !strings.Contains(text, `"/ppt/slides/slide1.xml"`) ||
		strings.Contains(text, "notesSlide") {
		t.Errorf("the relationships are %s", text)
	}
	if _, kept := parts["ppt/notesSlides/notesSlide1.xml"]; kept || parts["ppt/slides/slide7.xml"] != "" {
		t.Error("notes or another slide are kept")
	}
}

// A sheet is only cut if its charts show cells that are kept.
func TestCutSheetRelated(t *testing.T) {
	const no, gone = "its first sheet has a pivot table", "its first sheet has a chart of data that is cut off"
	chart := func(reference string) map[string]string {
		return map[string]string{
			"xl/worksheets/_rels/sheet1.xml.rels": ooxmltest.Relations("drawing", "../drawings/drawing1.xml"),
			"xl/drawings/_rels/drawing1.xml.rels": ooxmltest.Relations("chart", "../charts/chart1.xml"),
			"xl/drawings/drawing1.xml":            "<xdr:wsDr/>",
			"xl/charts/chart1.xml":                "<c:chart><c:f>" + reference + "</c:f></c:chart>",
		}
	}
	sheet := `<sheetData>` + rows(500, `<c r="A%d"><v>1</v></c>`) + `</sheetData>`
	for _, test := range []struct {
		parts map[string]string
		want  string
	}{
		{chart("Sheet1!$A$1:$A$20"), ""},
		{chart("Sheet1!$A$1:$A$400"), gone},
		{chart("Sheet2!$A$1:$A$20"), gone},
		{map[string]string{"xl/worksheets/_rels/sheet1.xml.rels": ooxmltest.Relations("pivotTable", "../pivotTables/pivotTable1.xml")}, no},
	} {
		parts, err := cut(t, ooxmltest.WithParts(t, ooxmltest.XlsxOf("", "", sheet, "<sheetData/>"), test.parts), "xlsx", SmallLimits())
		var not *NotCutError
		switch {
		case test.want == "" && (err != nil || parts["xl/charts/chart1.xml"] == ""):
			t.Errorf("%v: %v", test.parts, err)
		case test.want != "" && (!errors.As(err, &not) || not.Reason != test.want):
			t.Errorf("got %v, want %q", err, test.want)
		}
	}
}
