package office

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lectern/backend/convert/converttest"
	"lectern/backend/convert/filetype"
	"lectern/converters/wire"
)

// textCell returns the XML of a row with one text cell. Style 1 has a border and a fill color.
func textCell(column string, row, style int) string {
	return fmt.Sprintf(`<row r="%d"><c r="%s%d" s="%d" t="inlineStr"><is><t>a cell</t></is></c></row>`, row, column, row, style)
}

// column returns the name of the n-th column of a sheet, such as "A" for 1.
func column(n int) (name string) {
	for ; n > 0; n = (n - 1) / 26 {
		name = string(rune('A'+(n-1)%26)) + name
	}
	return name
}

// scattered returns the XML of cells that are far from each other. The argument count is the number of cells. Each cell
// is the given number of rows and columns away from the previous cell.
func scattered(count, rows, columns int) string {
	var out strings.Builder
	for i := range count {
		out.WriteString(textCell(column(i*columns+1), i*rows+1, 0))
	}
	return out.String()
}

// filled returns rows of a sheet. The arguments first and last are the numbers of the first and the last row. Each row
// has the same cell in column A, in which %d is replaced by the number of the row.
func filled(first, last int, cell string) string {
	var out strings.Builder
	for row := first; row <= last; row++ {
		fmt.Fprintf(&out, `<row r="%d">%s</row>`, row, strings.ReplaceAll(cell, "%d", fmt.Sprint(row)))
	}
	return out.String()
}

// TestDistantCellsCauseNoEmptyPages converts sheets with cells far from each other, which would become millions of
// pages.
func TestDistantCellsCauseNoEmptyPages(t *testing.T) {
	needsExtension(t)
	office := openOffice(t, converttest.OfficeConfig(t))
	const styledColumns = `<cols><col min="1" max="16384" width="10" style="1"/></cols>`
	far := textCell("XFD", 1048576, 0)
	table := func(s testSheet) testSheet { s.name, s.rows, s.columns = "Sheet", 5, 3; return s }
	merged := func(cells string) string {
		return `<mergeCells count="1"><mergeCell ref="` + cells + `"/></mergeCells>`
	}
	area := func(area string) string {
		return `<definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">Sheet!` + area + `</definedName></definedNames>`
	}
	tests := []struct {
		name     string
		names    string
		sheet    testSheet
		pages    int
		gathered bool
	}{
		{"a cell in the last corner", "", table(testSheet{cells: far}), 1, true},
		{"a frame in the last corner", "", table(testSheet{cells: `<row r="1048576"><c r="XFD1048576" s="1"/></row>`}), 1, false},
		{"all columns have a frame", "", table(testSheet{before: styledColumns}), 1, false},
		{"both", "", table(testSheet{before: styledColumns, cells: textCell("XFD", 1048576, 1)}), 1, true},
		{"three columns have a color", "", table(testSheet{before: `<cols><col min="1" max="3" width="10" style="1"/></cols>`}), 1, false},
		{"nothing but formats", "", testSheet{name: "Sheet", before: styledColumns}, 1, false},
		{"the only cell lies far out", "", testSheet{name: "Sheet", cells: textCell("ABC", 900000, 0)}, 1, true},
		{"with a scale of the author's", "", table(testSheet{cells: far, after: `<pageSetup scale="50"/>`}), 1, true},
		{"fitted to a page by the author", "", table(testSheet{before: `<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`, cells: far}), 1, true},
		{"with breaks of the author's", "",
			table(testSheet{cells: far, after: `<rowBreaks count="1" manualBreakCount="1"><brk id="3" max="16383" man="1"/></rowBreaks>`}), 2, true},
		{"outside the print area", area("$A$1:$B$3"), table(testSheet{cells: far}), 1, false},
		{"inside the print area", area("$A$1:$XFD$1048576"), table(testSheet{cells: far}), 1, true},
		{"the print area is everything", area("$A$1:$XFD$1048576"), table(testSheet{}), 1, false},
		{"the rest is hidden", "",
			table(
				testSheet{before: `<sheetFormatPr defaultRowHeight="15" zeroHeight="1"/><cols><col min="4" max="16384" width="10" hidden="1"/></cols>`,
					cells: far}), 0, true},
		{"a second table a few pages below", "", table(testSheet{cells: textCell("A", 520, 0)}), 2, false},
		{"merged cells over all of it", "", testSheet{name: "Sheet", cells: textCell("A", 1, 0), after: merged("A1:XFD1048576")}, 1, true},
		{"a merged title over all columns", "", table(testSheet{after: merged("A1:XFD1")}), 1, true},
		{"a merged column to the end", "", table(testSheet{after: merged("B2:B1048576")}), 1, true},
		{"merged cells a little beyond", "", table(testSheet{after: merged("A1:F1")}), 1, false},
		{"cells all over the sheet", "", testSheet{name: "Sheet", cells: scattered(150, 6900, 109)}, 0, true},
		{"formulas to the end that show nothing", "",
			table(testSheet{cells: filled(6, 5000, `<c r="A%d" t="str"><f>IF(C%d="","",C%d)</f><v></v></c>`)}), 1, true},
		{"blanks to the end", "", table(testSheet{cells: filled(6, 5000,
			`<c r="A%d" t="inlineStr"><is><t xml:space="preserve">  </t></is></c>`)}), 1, true},
		{"formulas to the end that show a number", "", table(testSheet{cells: filled(6, 200, `<c r="A%d"><f>ROW()</f><v>%d</v></c>`)}), 4, false},
		{"formulas that show nothing down to a page's end", "",
			table(testSheet{cells: filled(6, 40, `<c r="A%d" t="str"><f>IF(C%d="","",C%d)</f><v></v></c>`)}), 1, false},
		{"a row here and there", "", testSheet{name: "Sheet", cells: scattered(500, 999, 0)}, 20, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := layOut(t, office, workbook(t, test.names, test.sheet), filetype.Xlsx)
			gathered := false
			for _, fact := range got.facts {
				gathered = gathered || fact == Fact{wire.FactGathered, "Sheet"}
			}
			if gathered != test.gathered {
				t.Errorf("facts %v", got.facts)
			}
			const few = 20
			if pages := got.info.Pages; pages < 1 || pages > few || test.pages > 0 && pages != test.pages {
				t.Errorf("%d pages, want %d", pages, test.pages)
			}
		})
	}
}

// cross returns a sheet with a row and a column of cells that meet in the first cell. The scale of the sheet is set
// explicitly, because otherwise the sheet would be fitted to the page.
func cross(columns, rows int) testSheet {
	var cells strings.Builder
	cells.WriteString(`<row r="1">`)
	for i := range columns {
		fmt.Fprintf(&cells, `<c r="%s1" t="inlineStr"><is><t>head</t></is></c>`, column(i+1))
	}
	cells.WriteString(`</row>`)
	for i := 2; i <= rows; i++ {
		cells.WriteString(textCell("A", i, 0))
	}
	return testSheet{name: "Sheet", cells: cells.String(), after: `<pageSetup scale="95"/>`}
}

// TestCrossesAreCutToTheirContent converts sheets with one filled row and one filled column (a cross), which extend
// over thousands of mostly empty pages. If the empty pages were not removed, LibreOffice would visit all of them for
// each page that it exports.
func TestCrossesAreCutToTheirContent(t *testing.T) {
	needsExtension(t)
	office := openOffice(t, converttest.OfficeConfig(t))
	turned := cross(800, 2500)
	turned.after = `<pageSetup scale="95" pageOrder="overThenDown"/>`
	formatted := cross(800, 3000)
	formatted.before = `<cols><col min="1" max="16384" width="10" style="1"/></cols>`
	for name, test := range map[string]struct {
		sheet   testSheet
		cut     bool
		outline []string
	}{
		"a short row":                     {cross(100, 2000), false, []string{"Sheet 1", "Other 48"}},
		"a row and a column":              {cross(800, 2500), true, []string{"Sheet 1", "Sheet (2) 49", "Other 129"}},
		"pages across first":              {turned, true, []string{"Sheet 1", "Sheet (2) 81", "Other 129"}},
		"with formats to the last column": {formatted, true, []string{"Sheet 1", "Sheet (2) 58", "Other 147"}},
	} {
		got := layOut(t, office, workbook(t, "", test.sheet, testSheet{name: "Other", rows: 1, columns: 1}), filetype.Xlsx)
		if cut := slices.Contains(got.facts, Fact{wire.FactGathered, "Sheet"}); cut != test.cut || !slices.Equal(got.outline, test.outline) {
			t.Errorf("%s: outline %q, facts %v", name, got.outline, got.facts)
		}
	}
}
