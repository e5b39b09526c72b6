package template_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"lectern/converters/template"
	"lectern/converters/template/templatetest"
)

// openBook opens a workbook with excelize, an independent implementation.
func openBook(t testing.TB, document []byte) *excelize.File {
	t.Helper()
	book, err := excelize.OpenReader(bytes.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { book.Close() })
	return book
}

// gridOf returns the cells of a sheet: one line for each row, cells separated by |, formulas with a leading =, and
// texts with a leading ' if they look like a number or formula.
func gridOf(t testing.TB, book *excelize.File, sheet string) string {
	t.Helper()
	rows, err := book.GetRows(sheet, excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	if dimension, err := book.GetSheetDimension(sheet); err == nil {
		_, last, _ := strings.Cut(dimension, ":")
		if _, row, err := excelize.CellNameToCoordinates(last); err == nil {
			for len(rows) < row && row < 1000 {
				rows = append(rows, nil)
			}
		}
	}
	var text []string
	for i := range rows {
		var cells []string
		for j := range 12 {
			cells = append(cells, cellOf(t, book, sheet, j+1, i+1))
		}
		text = append(text, strings.TrimRight(strings.Join(cells, "|"), "|"))
	}
	return strings.TrimRight(strings.Join(text, "\n"), "\n")
}

func cellOf(t testing.TB, book *excelize.File, sheet string, column, row int) string {
	t.Helper()
	address, err := excelize.CoordinatesToCellName(column, row)
	if err != nil {
		t.Fatal(err)
	}
	if formula, err := book.GetCellFormula(sheet, address); err == nil && formula != "" {
		return "=" + formula
	}
	value, err := book.GetCellValue(sheet, address, excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	kind, err := book.GetCellType(sheet, address)
	if err != nil {
		t.Fatal(err)
	}
	if (kind == excelize.CellTypeInlineString || kind == excelize.CellTypeSharedString) && strings.ContainsAny(value[:min(1, len(value))],
		"=+-@0123456789") {
		return "'" + value
	}
	if kind == excelize.CellTypeBool {
		return map[string]string{"1": "TRUE", "0": "FALSE"}[value]
	}
	return value
}

type rows = [][]string

func TestSheetRows(t *testing.T) {
	const items = `{"items":[{"n":"A","p":1.5,"q":2},{"n":"B","p":3,"q":4}],"name":"Zoë","groups":[{"g":"x","l":[{"v":1},{"v":2}]},{"g":"y",` +
		`"l":[{"v":3}]}],"none":[],"yes":true}`
	for name, test := range map[string]struct {
		rows   rows
		params string
		want   string
	}{
		"values": {rows{{"{name}", "{n}", "{b}", "{0.1 + 0.2}", "Dear {name}!"}}, `{"name":"Zoë","n":12.5,"b":true}`,
			"Zoë|12.5|TRUE|0.30000000000000004|Dear Zoë!"},
		"nothing":                    {rows{{"{a}", "{b}", "x"}}, `{"a":null}`, "||x"},
		"a row":                      {rows{{"h"}, {"{#items}{n}", "{p}", "{q}{/items}"}, {"f"}}, items, "h\nA|1.5|2\nB|3|4\nf"},
		"tags in cells of their own": {rows{{"{#items}", "{n}", "{/items}"}}, items, "|A\n|B"},
		"several rows": {rows{{"{#items}{n}"}, {"static", "#7"}, {"{p}{/items}"}, {"f"}}, items,
			"A\nstatic|7\n1.5\nB\nstatic|7\n3\nf"},
		"an empty row between":      {rows{{"{#items}{n}"}, {}, {"{p}{/items}"}, {"f"}}, items, "A\n\n1.5\nB\n\n3\nf"},
		"tags in rows of their own": {rows{{"{#items}"}, {"{n}"}, {"{/items}"}, {"f"}}, items, "A\nB\nf"},
		"loops in loops":            {rows{{"{#groups}{g}"}, {"{#l}{g}", "{v}{/l}"}, {"sum{/groups}"}}, items, "x\nx|1\nx|2\nsum\ny\ny|3\nsum"},
		"both in one row":           {rows{{"{#groups}{#l}{g}", "{v}{/l}{/groups}"}}, items, "x|1\nx|2\ny|3"},
		"no items":                  {rows{{"h"}, {"{#none}{n}", "{/none}"}, {"f"}}, items, "h\nf"},
		"within a cell":             {rows{{"{#items}{n}, {/items}", "x"}}, items, "A, B, |x"},
		"a row that a tag names":    {rows{{"{-row items}{n}{/items}", "{p}"}}, items, "A|1.5\nB|3"},
		"inverted":                  {rows{{"{^none}no", "{/none}"}, {"{^yes}never", "{/yes}"}, {"f"}}, items, "no\nf"},
		"if":                        {rows{{"{#if yes}1", "{/if}"}, {"f"}}, items, "'1\nf"},
		"if, else":                  {rows{{"{#if !yes}1"}, {"{:else}"}, {"2", "{/if}"}, {"f"}}, items, "'2\nf"},
		"if, else if": {rows{{"{#if !yes}"}, {"1"}, {"{:elseif yes}"}, {"2"}, {"{:else}"}, {"3"}, {"{/if}"}, {"f"}},
			items, "'2\nf"},
		"the place in a list": {rows{{"{#items}{$number}", "{$last}{/items}"}}, items, "1|FALSE\n2|TRUE"},
		"running total": {rows{{"{sum = 0}"}, {"{#items}{sum = sum + p}", "{sum}{/items}"}},
			`{"items":[{"p":1},{"p":2}]}`, "\n|1\n|2"},
		"text that looks computed": {rows{{"{a}", "{b}", "{c}", "{d}", "x{a}"}}, `{"a":"=1+1","b":"+4","c":"-5","d":"@x"}`,
			"'=1+1|'+4|'-5|'@x|x=1+1"},
		"text that looks escaped": {rows{{"{a}", "x{a}"}}, `{"a":"_x0041_"}`, "_x0041_|x_x0041_"},
		"what is no number":       {rows{{"{a / b}", "{-a / b}", "{b / b}", "{c}"}}, `{"a":1,"b":0,"c":"NaN"}`, "Infinity|'-Infinity|NaN|NaN"},
		"an array of constants":   {rows{{"=SUM({1,2})", "{a}"}}, `{"a":1}`, "=SUM({1,2})|1"},
	} {
		t.Run(name, func(t *testing.T) {
			document, problems := render(t, "book.xlsx", templatetest.Rows(test.rows...), test.params)
			if problems != nil {
				t.Fatal(problems)
			}
			if got := gridOf(t, openBook(t, document), "Sheet1"); got != test.want {
				t.Errorf("%s\nwant\n%s", got, test.want)
			}
		})
	}
}

func TestSheetFormulas(t *testing.T) {
	const items = `{"items":[{"n":"A","p":1},{"n":"B","p":2},{"n":"C","p":3}],"groups":[{"l":[1,2]},{"l":[3]}],"none":[]}`
	row := []string{"{#items}{n}", "{p}", "=B2*2", "{/items}"}
	for name, test := range map[string]struct {
		rows rows
		want string
	}{
		"a sum below":       {rows{{"h"}, row, {"=SUM(B2:B2)"}}, "h\nA|1|=B2*2\nB|2|=B3*2\nC|3|=B4*2\n=SUM(B2:B4)"},
		"a sum of one cell": {rows{{"h"}, row, {"=SUM(B2)+B2"}}, "h\nA|1|=B2*2\nB|2|=B3*2\nC|3|=B4*2\n=SUM(B2:B4)+B2"},
		"a sum that ends there": {rows{{"h"}, row, {"=SUM(B1:B2)", "=SUM(B1:B3)"}},
			"h\nA|1|=B2*2\nB|2|=B3*2\nC|3|=B4*2\n=SUM(B1:B4)|=SUM(B1:B5)"},
		"a sum above": {rows{{"=SUM(B2:B2)", "=A3"}, {"{#items}{n}", "{p}{/items}"}, {"f"}}, "=SUM(B2:B4)|=A5\nA|1\nB|2\nC|3\nf"},
		"fixed rows": {rows{{"#5"}, {"{#items}{p}", "=A2*$A$1", "=SUM(A$2:A2)", "=A2/SUM(A$2:A$2)", "{/items}"}},
			"5\n1|=A2*$A$1|=SUM(A$2:A2)|=A2/SUM(A$2:A$4)\n2|=A3*$A$1|=SUM(A$2:A3)|=A3/SUM(A$2:A$4)\n3|=A4*$A$1|=SUM(A$2:A4)|=A4/SUM(A$2:A$4)"},
		"whole rows and columns": {rows{{"h", "=SUM(C:C)", "=SUM(2:3)"}, row, {"x"}},
			"h|=SUM(C:C)|=SUM(2:5)\nA|1|=B2*2\nB|2|=B3*2\nC|3|=B4*2\nx"},
		"no items": {rows{{"{#none}{n}", "{p}", "{/none}"}, {"=SUM(B1:B1)", "=B1+1"}}, "=SUM(B1048576:B1048576)|=B1048576+1"},
		"loops in loops": {rows{{"{#groups}a"}, {"{#l}{.}", "=A2", "{/l}"}, {"=SUM(A2:A2)", "{/groups}"}, {"=SUM(A2)", "=SUM(A3)"}},
			"a\n1|=A2\n2|=A3\n=SUM(A2:A3)\na\n3|=A6\n=SUM(A6:A6)\n=SUM(A2:A3,A6)|=SUM(A4,A7)"},
		"texts in formulas": {rows{{"=\"A2\"&A2&LOG10(A2)&'Sheet1'!A2&Sheet1!$A$2&A2X"}, {"{#items}{n}", "{/items}"}},
			"=\"A2\"&A2&LOG10(A2)&'Sheet1'!A2&Sheet1!$A$2&A2X\nA\nB\nC"},
		"shared": {rows{{"{#items}{p}", `<f t="shared" ref="B1:B3" si="0">A1*2</f>`, "{/items}"}, {"#7", `<f t="shared" si="0"/>`},
			{"#8", `<f t="shared" si="0"/>`}}, "1|=A1*2\n2|=A2*2\n3|=A3*2\n7|=A4*2\n8|=A5*2"},
		"an array": {rows{{"{#items}{p}", `<f t="array" ref="B1">SUM(A1:A1*2)</f>`, "{/items}"},
			{`<f t="array" ref="A2">SUM(A1:A1*2)</f>`}}, "1|=SUM(A1:A1*2)\n2|=SUM(A2:A2*2)\n3|=SUM(A3:A3*2)\n=SUM(A1:A3*2)"},
		"two rows": {rows{{"#0"}, {"{#items}{n}", "{p}", "=SUM(B1:B2)", "=SUM(B$1:B2)", "=MAX(B1:B2)-B1", "{/items}"}, {"=SUM(B1:B2)"}},
			"0\nA|1|=SUM(B1:B2)|=SUM(B$1:B2)|=MAX(B1:B2)-B1\n" +
				"B|2|=SUM(B2:B3)|=SUM(B$1:B3)|=MAX(B2:B3)-B2\nC|3|=SUM(B3:B4)|=SUM(B$1:B4)|=MAX(B3:B4)-B3\n=SUM(B1:B4)"},
		"two columns": {rows{{"#0", "{-col items}{p}{/items}"}, {"x", "=SUM(A1:B1)", "=SUM(A1:B1)"}},
			"0|1|2|3\nx|=SUM(A1:B1)|=SUM(B1:C1)|=SUM(C1:D1)|=SUM(A1:D1)"},
		"the row before": {rows{{"#0"}, {"{#items}=", "{p}", "=C1+B2", "{/items}"}}, "0\n'=|1|=C1+B2\n'=|2|=C2+B3\n'=|3|=C3+B4"},
	} {
		t.Run(name, func(t *testing.T) {
			document, problems := render(t, "book.xlsx", templatetest.Rows(test.rows...), items)
			if problems != nil {
				t.Fatal(problems)
			}
			if got := gridOf(t, openBook(t, document), "Sheet1"); got != test.want {
				t.Errorf("%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// longSheet returns a template and parameters that yield a sheet with the given number of rows, each with eight cells.
func longSheet(count int) ([]byte, map[string]any) {
	source := templatetest.Rows([]string{"Name", "Number", "Price", "Sum", "", "", "", ""},
		[]string{"{#rows}{name}", "{number}", "{price}", "=B2*C2", "{number * 2}", "No. {number}", "{day}", "{flag}{/rows}"},
		[]string{"=SUM(D2:D2)"})
	list := make([]any, count)
	for i := range list {
		list[i] = map[string]any{"name": fmt.Sprintf("Item %d", i), "number": float64(i % 10), "price": float64(i) + 0.5, "day": "2026-01-15",
			"flag": i%2 == 0}
	}
	return source, map[string]any{"rows": list}
}

func BenchmarkSheet(b *testing.B) {
	source, params := longSheet(50_000)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := template.Render(b.Context(), template.Request{Name: "book.xlsx", Template: source, Params: params}); err != nil {
			b.Fatal(err)
		}
	}
}
