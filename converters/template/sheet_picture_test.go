package template_test

import (
	"fmt"
	"strings"
	"testing"

	"lectern/converters/template/templatetest"
)

const empty = `<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"/>`

// A picture is anchored at its cell and at each copy of the cell, in the existing drawing of the sheet or in a new one.
func TestSheetPictures(t *testing.T) {
	params := `{"dot":"` + dot + `","items":[{"n":"A"},{"n":"B"},{"n":"C"}],"none":null}`
	drawn := func(content string) templatetest.Sheet {
		return templatetest.Sheet{After: `<drawing r:id="rId1"/>`, Related: []string{"drawing", "xl/drawings/drawing1.xml", content}}
	}
	for name, test := range map[string]struct {
		rows  rows
		sheet templatetest.Sheet
		want  string // the cells with a picture, with the names of their sheets
	}{
		"in a cell":              {rows{{"a", "{%dot}"}}, templatetest.Sheet{}, "Sheet1!B1"},
		"in rows of a loop":      {rows{{"h"}, {"{#items}{:qr n}", "{n}{/items}"}}, templatetest.Sheet{}, "Sheet1!A2 Sheet1!A3 Sheet1!A4"},
		"in columns of a loop":   {rows{{"{-col items}{:qr n}{/items}"}}, templatetest.Sheet{}, "Sheet1!A1 Sheet1!B1 Sheet1!C1"},
		"in sheets of a loop":    {rows{{"{:sheet items}{n}", "{:barcode n}"}}, templatetest.Sheet{}, "Sheet1!B1 Sheet1 (2)!B1 Sheet1 (3)!B1"},
		"beside another drawing": {rows{{"{%dot}"}}, drawn(drawing("x", 4, 9)), "Sheet1!A1"},
		"in an empty drawing":    {rows{{"{%dot}"}}, drawn(empty), "Sheet1!A1"},
		"before what comes later": {rows{{"{%dot}"}},
			templatetest.Sheet{After: `<pageMargins left="1" right="1" top="1" bottom="1" header="1" footer="1"/><extLst><ext ` +
				`uri="{x}"/></extLst>`}, "Sheet1!A1"},
		"none": {rows{{"{%none}"}}, templatetest.Sheet{}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			sheet := test.sheet
			sheet.Name, sheet.Rows = "Sheet1", test.rows
			document, problems := render(t, "book.xlsx", templatetest.Xlsx(templatetest.Book{Sheets: []templatetest.Sheet{sheet}}), params)
			if problems != nil {
				t.Fatal(problems)
			}
			book := openBook(t, document)
			var got []string
			for _, sheet := range book.GetSheetList() {
				at, err := book.GetPictureCells(sheet)
				if err != nil {
					t.Fatal(err)
				}
				for _, cell := range at {
					if found, err := book.GetPictures(sheet, cell); err != nil || len(found) != 1 || len(found[0].File) == 0 {
						t.Errorf("%s!%s: %d, %v", sheet, cell, len(found), err)
					}
					got = append(got, sheet+"!"+cell)
				}
			}
			if strings.Join(got, " ") != test.want {
				t.Errorf("pictures are at %s, want %s", got, test.want)
			}
		})
	}
}

// A picture has the size that its options set. If the row has no fixed height, it becomes as high as the picture.
func TestSheetPictureSizes(t *testing.T) {
	const columns = `<cols><col min="1" max="2" width="10" customWidth="1"/></cols>` // each is 70 pixels wide
	const merged = `<mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells>`
	for name, test := range map[string]struct {
		tag, before, behind string
		want                string // left offset within the cell, width and height in EMU; attributes of the row
	}{
		"as it is":              {`{:qr "x"}`, "", "", `0 1080000 1080000 ht="85.04" customHeight="1"`},
		"in a narrow column":    {`{:qr "x"}`, columns, "", `0 666750 666750 ht="52.50" customHeight="1"`},
		"in merged columns":     {`{:qr "x"}`, columns, merged, `0 1080000 1080000 ht="85.04" customHeight="1"`},
		"in the middle":         {`{%%dot | width:"20px"}`, columns, "", `238125 190500 190500 ht="15.00" customHeight="1"`},
		"larger than its cell":  {`{:qr "x" | width:"8cm"}`, columns, "", `0 2880000 2880000 ht="226.77" customHeight="1"`},
		"higher than rows are":  {`{:qr "x" | width:"40cm"}`, "", "", `0 14400000 14400000 ht="409.00" customHeight="1"`},
		"over several rows":     {`{:qr "x"}`, "", `<mergeCells count="1"><mergeCell ref="A1:A4"/></mergeCells>`, "0 1080000 1080000 "},
		"with a formula beside": {`{:qr "x"}`, "", "", `0 1080000 1080000 ht="85.04" customHeight="1"`},
	} {
		sheet := templatetest.Sheet{Name: "Sheet1", Rows: rows{{test.tag, "", "=A2"}, {"#7", "=C1"}}, Before: test.before, After: test.behind}
		document, problems := render(t, "book.xlsx", templatetest.Xlsx(templatetest.Book{Sheets: []templatetest.Sheet{sheet}}),
			`{"dot":"`+dot+`"}`)
		if problems != nil {
			t.Fatal(name, problems)
		}
		between := func(text, from, to string) string {
			_, text, _ = strings.Cut(text, from)
			text, _, _ = strings.Cut(text, to)
			return text
		}
		drawing, made := templatetest.Part(t, document, "xl/drawings/drawing1.xml"), templatetest.Part(t, document, "xl/worksheets/sheet1.xml")
		got := fmt.Sprintf("%s %s %s %s", between(drawing, "<xdr:colOff>", "<"), between(drawing, `<xdr:ext cx="`, `"`),
			between(drawing, `cy="`, `"`), strings.TrimSpace(between(made, `<row r="1"`, ">")))
		if got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
		if formula, err := openBook(t, document).GetCellFormula("Sheet1", "C1"); err != nil || formula != "A2" {
			t.Errorf("%s: the formula is %q, %v", name, formula, err)
		}
	}
}
