package office

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"lectern/backend/convert/converttest"
	"lectern/backend/convert/filetype"
	"lectern/backend/convert/pdf"
	"lectern/converters/ooxml/ooxmltest"
)

// storedCell is a formula with its stored value. kind is the type of the value, such as "str".
type storedCell struct{ formula, kind, value, want string }

// cellsBelow returns the XML of rows with one cell each.
func cellsBelow(cells []storedCell) string {
	var out strings.Builder
	for i, c := range cells {
		value := "<v>" + c.value + "</v>"
		if c.value == "" {
			value = ""
		}
		fmt.Fprintf(&out, `<row r="%d"><c r="A%[1]d" t="%s"><f>%s</f>%s</c></row>`, i+1, c.kind, html.EscapeString(c.formula), value)
	}
	return out.String()
}

// Formulas show their stored values, which the author saw, and not the values that LibreOffice would compute now. No
// host is contacted, and the date of the conversion does not appear.
func TestValuesAreShownAsTheFileHasThem(t *testing.T) {
	needsExtension(t)
	cfg := converttest.OfficeConfig(t)
	office := openOffice(t, cfg)
	reader := pdf.New(cfg, slog.New(slog.DiscardHandler))
	defer reader.Close()
	cells := []storedCell{
		{`_xlfn.WEBSERVICE("http://127.0.0.1:9/")`, "str", "fetched", "fetched"},
		{`IFERROR(_xlfn.WEBSERVICE("http://127.0.0.1:9/"),"offline")`, "str", "answer", "answer"},
		{`A2&"!"`, "str", "answer!", "answer!"},
		{`RTD("server",,"topic")`, "n", "12.5", "12.5"},
		{`YEAR(TODAY())`, "n", "1999", "1999"},
		{`A5+1`, "n", "2000", "2000"},
		{`TODAY()>1`, "b", "0", "FALSE"},
		{`RANDBETWEEN(1,9)`, "n", "77", "77"},
		{`CELL("filename",A1)`, "str", `C:\[book.xlsx]Sheet`, `C:\[book.xlsx]Sheet`},
		{`_xlfn.LAMBDA(_xlpm.x,_xlpm.x+1)(1)`, "n", "41", "41"},
		{`_xlfn.NOBODYKNOWS(1)`, "str", "known", "known"},
		{`1/0`, "e", "#DIV/0!", "#DIV/0!"},
		{`TODAY()/0`, "e", "#DIV/0!", "#DIV/0!"},
		{`UPPER("not stored")`, "str", "", "NOT STORED"},
		{`CELL("filename",A1)`, "str", "", "Sheet1"},
		{`IF(TODAY()>1,"a zero is none","")`, "n", "0", "a zero is none"},
	}
	var want []string
	for _, c := range cells {
		want = append(want, c.want)
	}
	for name, in := range map[string]io.ReadSeeker{
		"of Excel":   bytes.NewReader(ooxmltest.XlsxOf("", "", `<sheetData>`+cellsBelow(cells)+`</sheetData>`)),
		"of another": workbook(t, "", testSheet{name: "Sheet1", cells: cellsBelow(cells)}),
	} {
		text := wordsIn(t, reader, wholeOf(t, office, filetype.Xlsx, in))
		got := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' })
		same := func(got, want string) bool { return got == want || want == "Sheet1" && strings.HasSuffix(got, want) }
		if !slices.EqualFunc(got, want, same) {
			t.Errorf("%s: %q\nwant %q", name, got, want)
		}
	}
}

// If one value of an array formula would change or fail, all cells that share the formula show their stored values. If
// one of the stored values is an error, LibreOffice computes the formula.
func TestValuesOfSeveralCellsAreShownAsTheFileHasThem(t *testing.T) {
	needsExtension(t)
	cfg := converttest.OfficeConfig(t)
	office := openOffice(t, cfg)
	reader := pdf.New(cfg, slog.New(slog.DiscardHandler))
	defer reader.Close()
	// LibreOffice computes array formulas, instead of showing stored values, if there are too many of them side by
	// side.
	many, below := "", ""
	for i := range 201 {
		column := string(rune('A'+i/26)) + string(rune('A'+i%26))
		many += fmt.Sprintf(`<c r="%s9"><f t="array" ref="%[1]s9:%[1]s10">{1;2}+0*TODAY()</f><v>7</v></c>`, column)
		below += fmt.Sprintf(`<c r="%s10"><v>8</v></c>`, column)
	}
	sheet := func(cells string) testSheet { return testSheet{name: "S", cells: cells} }
	for name, test := range map[string]struct{ cells, want string }{
		"that change": {`<row r="1"><c r="A1"><f t="array" ref="A1:B2">YEAR(TODAY())+{0,1;2,3}</f><v>1901</v></c><c r="B1"><v>1902</v></c>` +
			`</row><row r="2"><c r="A2"><v>1903</v></c><c r="B2" t="str"><v>four</v></c></row>`, "1901 1902 1903 four"},
		"that spill": {`<row r="1"><c r="A1" cm="1"><f t="array" ref="A1:A3">_xlfn._xlws.SORT(RANDARRAY(3))</f><v>5</v></c></row><row ` +
			`r="2"><c r="A2"><v>6</v></c></row><row r="3"><c r="A3"><v>7</v></c></row>`, "5 6 7"},
		"unknown": {`<row r="1"><c r="A1" t="str"><f t="array" ref="A1:B1">_xlfn.NOBODYKNOWS(1)</f><v>one</v></c><c r="B1" ` +
			`t="b"><v>1</v></c></row>`, "one TRUE"},
		"that do not": {`<row r="1"><c r="A1"><f t="array" ref="A1:B1">{1,2}*2</f><v>2</v></c><c r="B1"><v>4</v></c></row>`, "2 4"},
		"shared": {`<row r="1"><c r="A1"><f t="shared" ref="A1:B1" si="0">YEAR(TODAY())</f><v>1901</v></c><c r="B1"><f t="shared" ` +
			`si="0"/><v>1902</v></c></row>`, "1901 1902"},
		"other cells": {`<row r="1"><c r="A1"><f t="array" ref="A1:A2">0*TODAY()+{1;2}</f><v>3</v></c><c r="B1"><f>1+1</f><v>2</v></c></row>` +
			`<row r="2"><c r="A2"><v>4</v></c><c r="B2"><v>9</v></c></row>`, "3 2 4 9"},
		"an error": {`<row r="1"><c r="A1"><f t="array" ref="A1:B1">1/{1,0}+0*TODAY()</f><v>7</v></c><c r="B1" t="e"><v>#DIV/0!</v></c></row>`,
			"1 #DIV/0!"},
		"very many": {`<row r="9">` + many + `</row><row r="10">` + below + `</row>`, strings.TrimSpace(strings.Repeat("7 ", 200) + "1 " +
			strings.Repeat("8 ", 200) + "2")},
	} {
		whole := wholeOf(t, office, filetype.Xlsx, workbook(t, "", sheet(test.cells)))
		if got := strings.Join(strings.Fields(wordsIn(t, reader, whole)), " "); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// If the workbook requires that all formulas are calculated, stored values are not used, because many programs store
// zeros as values and require the calculation.
func TestFormulasAreCalculatedOnRequest(t *testing.T) {
	needsExtension(t)
	cfg := converttest.OfficeConfig(t)
	office := openOffice(t, cfg)
	reader := pdf.New(cfg, slog.New(slog.DiscardHandler))
	defer reader.Close()
	sheet := testSheet{name: "S", cells: cellsBelow([]storedCell{{`IF(TODAY()>1,"worked out","")`, "str", "stored", ""}})}
	for extra, want := range map[string]string{"": "stored", `<calcPr fullCalcOnLoad="1"/>`: "worked out"} {
		if got := strings.TrimSpace(wordsIn(t, reader, wholeOf(t, office, filetype.Xlsx, workbook(t, extra, sheet)))); got != want {
			t.Errorf("%q: %q, want %q", extra, got, want)
		}
	}
}

// Invalid cell positions beyond the limits of a sheet do not prevent that stored values are used.
func TestCellsOutsideTheSheetAreIgnored(t *testing.T) {
	needsExtension(t)
	cfg := converttest.OfficeConfig(t)
	office := openOffice(t, cfg)
	reader := pdf.New(cfg, slog.New(slog.DiscardHandler))
	defer reader.Close()
	for _, place := range []string{"XFE1", "ZZZ1", "BGDN1", "CRPXNLSKVLJFHG1", "A1048577", "A2147483647"} {
		row := strings.TrimLeft(place, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
		cells := cellsBelow([]storedCell{{`YEAR(TODAY())`, "n", "1999", ""}})
		cells += fmt.Sprintf(
			`<row r="%s"><c r="%s"><f>NOW()</f><v>5</v></c><c><f>NOW()</f><v>6</v></c></row><row><c><f>NOW()</f><v>7</v></c></row>`, row, place)
		got := strings.Fields(wordsIn(t, reader, wholeOf(t, office, filetype.Xlsx, workbook(t, "", testSheet{name: "S", cells: cells}))))
		if len(got) == 0 || got[0] != "1999" {
			t.Errorf("%s: %q", place, got)
		}
	}
}

// A long text with many fragments that look like ends of formulas is scanned in linear time.
func TestTextLikeFormulasIsReadOnce(t *testing.T) {
	needsExtension(t)
	office := openOffice(t, converttest.OfficeConfig(t))
	text := `<row r="1"><c r="A1" t="inlineStr"><is><t>` + strings.Repeat("f>", 3<<20) + `</t></is></c></row>`
	got := layOut(t, office, workbook(t, "", testSheet{name: "S", rows: 1, columns: 1}, testSheet{name: "H", cells: text, state: "hidden"}),
		filetype.Xlsx)
	if got.info.Pages != 1 {
		t.Errorf("%d pages", got.info.Pages)
	}
}

// Filling in a stored value makes LibreOffice notify all formulas that refer to its cell. If more than 20,000 values
// would have to be filled in, no stored value is filled in, and the results that LibreOffice computes are shown.
func TestTooManyStoredValuesAreNotFilledIn(t *testing.T) {
	needsExtension(t)
	cfg := converttest.OfficeConfig(t)
	office := openOffice(t, cfg)
	reader := pdf.New(cfg, slog.New(slog.DiscardHandler))
	defer reader.Close()
	const first = `<definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">S!$A$1</definedName></definedNames>`
	for count, want := range map[int]string{20000: "known", 20001: "#NAME?"} {
		sheet := testSheet{name: "S", cells: cellsBelow(slices.Repeat([]storedCell{{`_xlfn.NOBODYKNOWS(1)`, "str", "known", ""}}, count))}
		if got := strings.TrimSpace(wordsIn(t, reader, wholeOf(t, office, filetype.Xlsx, workbook(t, first, sheet)))); got != want {
			t.Errorf("%d: %q, want %q", count, got, want)
		}
	}
}
