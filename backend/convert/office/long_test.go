package office

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"lectern/backend/convert/converttest"
	"lectern/backend/convert/filetype"
	"lectern/backend/convert/pdf"
	"lectern/converters/wire"
)

// A long text without line breaks is wrapped. Otherwise its only line would continue to the right over many pages.
func TestLongTextsAreSetInLines(t *testing.T) {
	needsExtension(t)
	cfg := converttest.OfficeConfig(t)
	office := openOffice(t, cfg)
	reader := pdf.New(cfg, slog.New(slog.DiscardHandler))
	defer reader.Close()
	words := strings.Repeat("words that go on and on ", 40) + "to their end"
	cell := func(place, text string) string {
		return fmt.Sprintf(`<c r="%s" t="inlineStr"><is><t>%s</t></is></c>`, place, text)
	}
	row := func(number int, cells ...string) string {
		return fmt.Sprintf(`<row r="%d">%s</row>`, number, strings.Join(cells, ""))
	}
	const hidden = `<cols><col min="8" max="16384" width="9" hidden="1"/></cols>`
	fitted := []Fact{{wire.FactFittedSheet, "S"}}
	tests := []struct {
		name  string
		sheet testSheet
		pages int
		facts []Fact
	}{
		{"a note", testSheet{cells: row(1, cell("A1", words)) + row(2, cell("A2", "a"), cell("D2", "to their end"))}, 1, fitted},
		{"the last column", testSheet{cells: row(1, cell("A1", "a"), cell("F1", words)) + row(2, cell("F2", words))}, 1, fitted},
		{"beyond the page", testSheet{cells: row(1, cell("A1", "a"), cell("L1", words))}, 1, fitted},
		{"protected", testSheet{cells: row(1, cell("A1", words)), after: `<sheetProtection sheet="1" objects="1"/>`}, 1, fitted},
		{"protected with a password", testSheet{cells: row(1, cell("A1", words)), after: `<sheetProtection password="CC1A" sheet="1"/>`}, 10,
			nil},
		{"in East Asian letters", testSheet{cells: row(1, cell("A1", strings.Repeat("長い文章", 60)+" to their end"))}, 1, fitted},
		{"of more lines than a page", testSheet{cells: row(1, cell("A1", strings.Repeat(words, 30)))}, 1, fitted},
		{"of more lines than a page, far out", testSheet{cells: row(1, cell("A1", "a"), cell("L1", strings.Repeat(words, 10)))}, 1, fitted},
		{"before hidden columns", testSheet{cells: row(1, cell("A1", words)), before: hidden}, 1, fitted},
		{"as its author has it", testSheet{cells: row(1, cell("A1", words)), after: `<pageSetup scale="95"/>`}, 10, nil},
		{"before another cell", testSheet{cells: row(1, cell("A1", words), cell("B1", "to their end"))}, 1, nil},
		{"of a usual length", testSheet{cells: row(1, cell("A1", "a text that is longer than its cell, to their end"))}, 1, nil},
	}
	for _, test := range tests {
		test.sheet.name = "S"
		got := layOut(t, office, workbook(t, "", test.sheet), filetype.Xlsx)
		if got.info.Pages != test.pages || !slices.Equal(got.facts, test.facts) {
			t.Errorf("%s: %d pages, facts %v", test.name, got.info.Pages, got.facts)
		}
		text := strings.Join(strings.Fields(wordsIn(t, reader, wholeOf(t, office, filetype.Xlsx, workbook(t, "", test.sheet)))), " ")
		if test.pages == 1 && !strings.HasSuffix(text, "to their end") {
			t.Errorf("%s: page 1 ends with %q", test.name, text[max(0, len(text)-40):])
		}
	}
}

// A long text is not wrapped if all columns to its right are hidden, because there is no room for lines.
func TestLongTextsWithoutRoomAreNotWrapped(t *testing.T) {
	needsExtension(t)
	office := openOffice(t, converttest.OfficeConfig(t))
	text := strings.Repeat("words that go on and on ", 40)
	for _, column := range []string{"D", "F", "XFD"} {
		sheet := testSheet{
			name:   "S",
			before: `<cols><col min="5" max="16384" width="9" hidden="1"/></cols>`,
			cells:  `<row r="1"><c r="A1"><v>1</v></c><c r="` + column + `1" t="inlineStr"><is><t>` + text + `</t></is></c></row>`,
		}
		got := layOut(t, office, workbook(t, "", sheet), filetype.Xlsx)
		if slices.Contains(got.facts, Fact{wire.FactFittedSheet, "S"}) {
			t.Errorf("%s: %d pages, facts %v", column, got.info.Pages, got.facts)
		}
		// A text in a hidden column is not shown, so it is not reported as cut off.
		if cut := slices.Contains(got.facts, Fact{wire.FactCutText, "S"}); cut != (column == "D") {
			t.Errorf("%s: facts %v", column, got.facts)
		}
	}
}
