package office

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"lectern/backend/convert"
	"lectern/backend/convert/converttest"
	"lectern/backend/convert/filetype"
	"lectern/converters/ooxml/ooxmltest"
	"lectern/converters/wire"
)

// hiddenXls returns a workbook sample in which the sheets with these names are hidden. The state of a sheet is a byte
// of its record (MS-XLS 2.4.28).
func hiddenXls(t *testing.T, sheets ...string) io.ReadSeeker {
	t.Helper()
	content, err := os.ReadFile("../../samples/testdata/sample.xls")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range sheets {
		tail := append([]byte{0, byte(len(name)), 0}, name...)
		at := bytes.Index(content, tail)
		if at < 0 {
			t.Fatalf("no sheet %s", name)
		}
		content[at-1] = 1
	}
	return bytes.NewReader(content)
}

// TestAllIsHidden converts documents in which all sheets or slides are hidden. LibreOffice alone would export the first
// sheet, or find no slide to export.
func TestAllIsHidden(t *testing.T) {
	needsExtension(t)
	office := openOffice(t, converttest.OfficeConfig(t))
	hidden := func(name, state string) testSheet {
		return testSheet{name: name, rows: 2, columns: 2, state: state}
	}
	tests := map[string]struct {
		kind filetype.Type
		in   io.ReadSeeker
		want convert.Reason
	}{
		"the only sheet":          {filetype.Xlsx, workbook(t, "", hidden("A", "hidden")), convert.ReasonHiddenSheets},
		"all sheets":              {filetype.Xlsx, workbook(t, "", hidden("A", "hidden"), hidden("B", "veryHidden")), convert.ReasonHiddenSheets},
		"all but one":             {filetype.Xlsx, workbook(t, "", hidden("A", "hidden"), hidden("B", "")), ""},
		"all sheets of an .xls":   {filetype.Xls, hiddenXls(t, "First", "Second"), convert.ReasonHiddenSheets},
		"the first of an .xls":    {filetype.Xls, hiddenXls(t, "First"), ""},
		"no sheet of an .xls":     {filetype.Xls, hiddenXls(t), ""},
		"all slides":              {filetype.Pptx, bytes.NewReader(ooxmltest.PptxHidden(3, 3)), convert.ReasonHiddenSlides},
		"all but the last slide":  {filetype.Pptx, bytes.NewReader(ooxmltest.PptxHidden(3, 2)), ""},
		"all slides, of a show":   {filetype.Ppsx, bytes.NewReader(ooxmltest.PptxHidden(1, 1)), convert.ReasonHiddenSlides},
		"a sheet that says so":    {filetype.Xlsx, workbook(t, "", hidden("A", "visible")), ""},
		"none of a text's sheets": {filetype.Rtf, converttest.RTF(1), ""},
	}
	for name, test := range tests {
		_, err := office.Convert(t.Context(), Order{In: test.in, Kind: test.kind},
			ReceiverFunc(func(Completeness, *os.File) error { return nil }))
		if converttest.ReasonOf(err) != test.want || err != nil && !strings.Contains(err.Error(), "is hidden, so there is nothing to show") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestHiddenCellsAreReported checks that rows, columns and cells that are not printed are reported if they have
// content.
func TestHiddenCellsAreReported(t *testing.T) {
	needsExtension(t)
	office := openOffice(t, converttest.OfficeConfig(t))
	area := func(area string) string {
		return `<definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">` + area + `</definedName></definedNames>`
	}
	columns := func(of string) string { return `<cols><col min="2" max="2" width="9" ` + of + `/></cols>` }
	const hiddenRow = `<row r="6" hidden="1"><c r="A6" t="inlineStr"><is><t>a cell</t></is></c></row>`
	tests := []struct {
		name, names string
		sheet       testSheet
		want        []string
	}{
		{"nothing", "", testSheet{}, nil},
		{"a column", "", testSheet{before: columns(`hidden="1"`)}, []string{wire.FactHiddenCells}},
		{"a narrow column", "", testSheet{before: columns("")}, nil},
		{"a row", "", testSheet{cells: textCell("A", 1, 0) + hiddenRow}, []string{wire.FactHiddenCells}},
		{"an empty column", "", testSheet{before: `<cols><col min="9" max="9" width="9" hidden="1"/></cols>`}, nil},
		{"an empty row", "", testSheet{cells: textCell("A", 1, 0) + `<row r="9" hidden="1"/>`}, nil},
		{"an area", area("S!$A$1:$C$2"), testSheet{}, []string{wire.FactPrintArea}},
		{"areas that leave a column", area("S!$A$1:$A$3,S!$C$1:$C$3"), testSheet{}, []string{wire.FactPrintArea}},
		{"areas over each other", area("S!$A$1:$C$2,S!$A$1:$C$2"), testSheet{}, []string{wire.FactPrintArea}},
		{"areas that leave nothing", area("S!$A$1:$B$3,S!$B$1:$D$9"), testSheet{}, nil},
		{"an area of all", area("S!$A:$XFD"), testSheet{}, nil},
		{"both", area("S!$A$1:$C$2"), testSheet{before: columns(`hidden="1"`)}, []string{wire.FactHiddenCells, wire.FactPrintArea}},
		{"all of the sheet", "", testSheet{state: "hidden", before: columns(`hidden="1"`)}, []string{wire.FactHiddenSheet}},
	}
	for _, test := range tests {
		if test.sheet.name = "S"; test.sheet.cells == "" {
			test.sheet.rows, test.sheet.columns = 3, 3
		}
		got := layOut(t, office, workbook(t, test.names, test.sheet, testSheet{name: "Other", rows: 1, columns: 1}), filetype.Xlsx)
		var want []Fact
		for _, name := range test.want {
			want = append(want, Fact{FactName(name), "S"})
		}
		if !slices.Equal(got.facts, want) {
			t.Errorf("%s: facts %v, want %v", test.name, fmt.Sprint(got.facts), want)
		}
	}
}
