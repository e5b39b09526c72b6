package convert

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"lectern/backend/filetype"
	"lectern/converters/ooxml/ooxmltest"
)

// storedCell is a formula with the value that the file has of it, of a type such as str.
type storedCell struct{ formula, kind, value, want string }

// cellsBelow gives them as rows, as XML.
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

// What the file has of its formulas is shown, as the author saw it, and not what the engine would
// make of them here and now: nobody is asked, and no day is that of the conversion.
func TestValuesAreShownAsTheFileHasThem(t *testing.T) {
	needsExtension(t)
	cfg := officeConfig(t)
	office := openOffice(t, cfg)
	reader := NewPDF(cfg, slog.New(slog.DiscardHandler))
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

// Many programs store a zero of each formula, and say that all are to be calculated.
func TestValuesAreWorkedOutWhereTheFileSaysSo(t *testing.T) {
	needsExtension(t)
	cfg := officeConfig(t)
	office := openOffice(t, cfg)
	reader := NewPDF(cfg, slog.New(slog.DiscardHandler))
	defer reader.Close()
	sheet := testSheet{name: "S", cells: cellsBelow([]storedCell{{`IF(TODAY()>1,"worked out","")`, "str", "stored", ""}})}
	for extra, want := range map[string]string{"": "stored", `<calcPr fullCalcOnLoad="1"/>`: "worked out"} {
		if got := strings.TrimSpace(wordsIn(t, reader, wholeOf(t, office, filetype.Xlsx, workbook(t, extra, sheet)))); got != want {
			t.Errorf("%q: %q, want %q", extra, got, want)
		}
	}
}

// What is written of cells where no sheet has any is no reason to lose what others have.
func TestValuesBeyondTheSheetAreLeftOut(t *testing.T) {
	needsExtension(t)
	cfg := officeConfig(t)
	office := openOffice(t, cfg)
	reader := NewPDF(cfg, slog.New(slog.DiscardHandler))
	defer reader.Close()
	for _, place := range []string{"XFE1", "ZZZ1", "BGDN1", "CRPXNLSKVLJFHG1", "A1048577", "A2147483647"} {
		row := strings.TrimLeft(place, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
		cells := cellsBelow([]storedCell{{`YEAR(TODAY())`, "n", "1999", ""}})
		cells += fmt.Sprintf(`<row r="%s"><c r="%s"><f>NOW()</f><v>5</v></c><c><f>NOW()</f><v>6</v></c></row><row><c><f>NOW()</f><v>7</v></c></row>`, row, place)
		got := strings.Fields(wordsIn(t, reader, wholeOf(t, office, filetype.Xlsx, workbook(t, "", testSheet{name: "S", cells: cells}))))
		if len(got) == 0 || got[0] != "1999" {
			t.Errorf("%s: %q", place, got)
		}
	}
}

// A long text that looks like the ends of formulas is read once, as any other.
func TestTextLikeFormulasIsReadOnce(t *testing.T) {
	needsExtension(t)
	office := openOffice(t, officeConfig(t))
	text := `<row r="1"><c r="A1" t="inlineStr"><is><t>` + strings.Repeat("f>", 3<<20) + `</t></is></c></row>`
	got := layOut(t, office, workbook(t, "", testSheet{name: "S", rows: 1, columns: 1}, testSheet{name: "H", cells: text, state: "hidden"}), filetype.Xlsx)
	if got.info.Pages != 1 {
		t.Errorf("%d pages", got.info.Pages)
	}
}

// Each cell that is filled is told to all that refer to it: of very many the engine's own results stay.
func TestVeryManyErrorsAreLeft(t *testing.T) {
	needsExtension(t)
	cfg := officeConfig(t)
	office := openOffice(t, cfg)
	reader := NewPDF(cfg, slog.New(slog.DiscardHandler))
	defer reader.Close()
	const first = `<definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">S!$A$1</definedName></definedNames>`
	for count, want := range map[int]string{20000: "known", 20001: "#NAME?"} {
		sheet := testSheet{name: "S", cells: cellsBelow(slices.Repeat([]storedCell{{`_xlfn.NOBODYKNOWS(1)`, "str", "known", ""}}, count))}
		if got := strings.TrimSpace(wordsIn(t, reader, wholeOf(t, office, filetype.Xlsx, workbook(t, first, sheet)))); got != want {
			t.Errorf("%d: %q, want %q", count, got, want)
		}
	}
}
