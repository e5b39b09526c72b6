package convert

import (
	"fmt"
	"strings"
	"testing"

	"lectern/backend/filetype"
	"lectern/converters/wire"
)

// textCell is a cell with a text, in a row of its own, as XML. Style 1 has a frame and a
// colour.
func textCell(column string, row, style int) string {
	return fmt.Sprintf(`<row r="%d"><c r="%s%d" s="%d" t="inlineStr"><is><t>a cell</t></is></c></row>`, row, column, row, style)
}

// column names a column, counted from 1.
func column(n int) (name string) {
	for ; n > 0; n = (n - 1) / 26 {
		name = string(rune('A'+(n-1)%26)) + name
	}
	return name
}

// scattered gives count cells, each so many rows and columns away from the one before.
func scattered(count, rows, columns int) string {
	var out strings.Builder
	for i := range count {
		out.WriteString(textCell(column(i*columns+1), i*rows+1, 0))
	}
	return out.String()
}

// TestWhatLiesFarAwayMakesNoEmptyPages has sheets that would come to millions of pages.
func TestWhatLiesFarAwayMakesNoEmptyPages(t *testing.T) {
	needsExtension(t)
	office := openOffice(t, officeConfig(t))
	const styledColumns = `<cols><col min="1" max="16384" width="10" style="1"/></cols>`
	far := textCell("XFD", 1048576, 0)
	table := func(s testSheet) testSheet { s.name, s.rows, s.columns = "Sheet", 5, 3; return s }
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
		{"three columns have a colour", "", table(testSheet{before: `<cols><col min="1" max="3" width="10" style="1"/></cols>`}), 1, false},
		{"nothing but formats", "", testSheet{name: "Sheet", before: styledColumns}, 1, false},
		{"the only cell lies far out", "", testSheet{name: "Sheet", cells: textCell("ABC", 900000, 0)}, 1, true},
		{"with a scale of the author's", "", table(testSheet{cells: far, after: `<pageSetup scale="50"/>`}), 1, true},
		{"fitted to a page by the author", "", table(testSheet{before: `<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`, cells: far}), 1, true},
		{"with breaks of the author's", "", table(testSheet{cells: far, after: `<rowBreaks count="1" manualBreakCount="1"><brk id="3" max="16383" man="1"/></rowBreaks>`}), 2, true},
		{"outside the print area", area("$A$1:$B$3"), table(testSheet{cells: far}), 1, false},
		{"inside the print area", area("$A$1:$XFD$1048576"), table(testSheet{cells: far}), 1, true},
		{"the print area is everything", area("$A$1:$XFD$1048576"), table(testSheet{}), 1, false},
		{"the rest is hidden", "", table(testSheet{before: `<sheetFormatPr defaultRowHeight="15" zeroHeight="1"/><cols><col min="4" max="16384" width="10" hidden="1"/></cols>`, cells: far}), 0, true},
		{"a second table a few pages below", "", table(testSheet{cells: textCell("A", 520, 0)}), 2, false},
		{"cells all over the sheet", "", testSheet{name: "Sheet", cells: scattered(150, 6900, 109)}, 0, true},
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
