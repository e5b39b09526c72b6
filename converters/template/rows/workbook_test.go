package rows_test

import (
	"fmt"
	"strings"
	"testing"

	"lectern/converters/template/rows"
	"lectern/converters/template/templatetest"
)

const sheetPart = "xl/worksheets/sheet1.xml"

// sheet returns a workbook whose sheet has the given markup.
func sheet(t testing.TB, markup string) []byte {
	return withParts(t, map[string]string{sheetPart: `<worksheet xmlns="x"><sheetData>` + markup + `</sheetData></worksheet>`})
}

// withParts returns a workbook with some parts replaced. Its shared strings are "name", "Zoë" and an empty one.
func withParts(t testing.TB, parts map[string]string) []byte {
	by := map[string]func(string) string{}
	for name, content := range parts {
		by[name] = func(string) string { return content }
	}
	return templatetest.Replaced(t, templatetest.Rows([]string{"name", "Zoë", "<t/>"}), by)
}

// column returns the rows of a sheet with a single column. Its header is "a", and each further row contains one of the
// cells.
func column(cells ...string) string {
	var rows strings.Builder
	rows.WriteString(`<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c></row>`)
	for i, cell := range cells {
		fmt.Fprintf(&rows, `<row r="%d">%s</row>`, i+2, cell)
	}
	return rows.String()
}

func TestWorkbook(t *testing.T) {
	source := templatetest.Xlsx(templatetest.Book{Sheets: []templatetest.Sheet{
		{Name: "Empty"},
		{Name: "People", Rows: [][]string{{}, {"name", "customer.age", "born", "", "note"}, {"Zoë", "#42.5", "#45000", "",
			`<is><r><t>a</t></r><r><t xml:space="preserve"> b</t></r></is>`}, {"", "", ""}, {"Bo"}}, Styles: map[string]int{"C3": templatetest.Day}},
		{Name: "More", Rows: [][]string{{"x"}, {"y"}}},
	}})
	expect(t, "a workbook", summarize(t, source, rows.Options{}),
		`1:3 {"name":"Zoë","customer":{"age":42.5},"born":"2023-03-15","note":"a b"}`,
		`2:5 {"name":"Bo"}`)
	expect(t, "an empty one", summarize(t, templatetest.Rows(), rows.Options{}), "rows-empty")
	expect(t, "one of a header", summarize(t, templatetest.Rows([]string{"a", "b"}), rows.Options{}), "rows-empty")
	expect(t, "columns of one name", summarize(t, templatetest.Rows([]string{"a", "a"}), rows.Options{}), "rows-duplicate-column a")
	expect(t, "numbers as names", summarize(t, templatetest.Rows([]string{"#2024", "#2025"}, []string{"#1", "#2"}), rows.Options{}),
		`1:2 {"2024":1,"2025":2}`)
	expect(t, "a value without a name", summarize(t, templatetest.Rows([]string{"a"}, []string{"x", "", "y"}), rows.Options{}),
		"1:2 row-too-long 3")
}

func TestCells(t *testing.T) {
	for _, test := range []struct{ what, cell, want string }{
		{"a number", `<c r="A2"><v>3.50</v></c>`, `{"a":3.5}`},
		{"a number's digits", `<c r="A2"><v>1234.1000000000001</v></c>`, `{"a":1234.1}`},
		{"a large number", `<c r="A2"><v>1.7976931348623157E308</v></c>`, `{"a":1.7976931348623157e+308}`},
		{"no number", `<c r="A2"><v>1e999</v></c>`, "row-cell-broken A2 1e999"},
		{"NaN", `<c r="A2"><v>NaN</v></c>`, "row-cell-broken A2 NaN"},
		{"what is so", `<c r="A2" t="b"><v>1</v></c>`, `{"a":true}`},
		{"what is not", `<c r="A2" t="b"><v>0</v></c>`, `{"a":false}`},
		{"a shared string", `<c r="A2" t="s"><v>1</v></c>`, `{"a":"Zoë"}`},
		{"one out of range", `<c r="A2" t="s"><v>3</v></c>`, "row-cell-broken A2 3"},
		{"one below it", `<c r="A2" t="s"><v>-1</v></c>`, "row-cell-broken A2 -1"},
		{"one that is no number", `<c r="A2" t="s"><v>x</v></c>`, "row-cell-broken A2 x"},
		{"one far out", `<c r="A2" t="s"><v>99999999999999999999</v></c>`, "row-cell-broken A2 99999999999999999999"},
		{"a formula", `<c r="A2" t="str"><f>"a"&amp;"b"</f><v>a &lt; b</v></c>`, `{"a":"a < b"}`},
		{"a formula that gives a number", `<c r="A2"><f>1+1</f><v>2</v></c>`, `{"a":2}`},
		{"a shared formula", `<c r="A2"><f t="shared" si="99999"/><v>2</v></c>`, `{"a":2}`},
		{"a formula that was not computed", `<c r="A2"><f>1+1</f></c>`, "row-not-calculated A2 "},
		{"one that leaves its value empty", `<c r="A2"><f>1+1</f><v></v></c>`, "row-not-calculated A2 "},
		{"a text that was not computed", `<c r="A2" t="str"><f>A1</f></c>`, "row-not-calculated A2 "},
		{"an error", `<c r="A2" t="e"><f>1/0</f><v>#DIV/0!</v></c>`, "row-cell-error A2 #DIV/0!"},
		{"a date", `<c r="A2" t="d"><v>2026-01-15T10:00:00</v></c>`, `{"a":"2026-01-15T10:00:00"}`},
		{"an escape", `<c r="A2" t="inlineStr"><is><t>a_x000A_b_x005F_x0041_</t></is></c>`, `{"a":"a\nb_x0041_"}`},
		{"how it is spoken", `<c r="A2" t="inlineStr"><is><t>東</t><rPh sb="0" eb="1"><t>ひがし</t></rPh><phoneticPr fontId="1"/></is></c>`,
			`{"a":"東"}`},
		{"CDATA", `<c r="A2" t="str"><v><![CDATA[a<b]]></v></c>`, `{"a":"a<b"}`},
		{"a prefix", `<x:c r="A2" t="inlineStr"><x:is><x:t>b</x:t></x:is></x:c>`, `{"a":"b"}`},
		{"no address", `<c t="inlineStr"><is><t>b</t></is></c>`, `{"a":"b"}`},
	} {
		expect(t, test.what, summarize(t, sheet(t, column(test.cell)), rows.Options{}), "1:2 "+test.want)
	}
	for what, cell := range map[string]string{"an empty string": `<c r="A2" t="s"><v>2</v></c>`,
		"a formula that gives nothing": `<c r="A2" t="str"><f>""</f><v></v></c>`, "a style alone": `<c r="A2" s="1"/>`,
		"blanks": `<c r="A2" t="inlineStr"><is><t> </t></is></c>`} {
		expect(t, what, summarize(t, sheet(t, column(cell)), rows.Options{}), "rows-empty")
	}
}

func TestDates(t *testing.T) {
	const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;x&quot;"/><numFmt numFmtId="165" formatCode="[h]:mm"/>
		<numFmt numFmtId="166" formatCode="0.00 &quot;days&quot;"/></numFmts>
		<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
		<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="164"/>
		<xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="46"/></cellXfs></styleSheet>`
	for _, test := range []struct {
		style, serial, want string
		from1904            bool
	}{
		{"0", "45000", "45000", false}, {"1", "45000", `"2023-03-15"`, false}, {"1", "45000", `"2027-03-16"`, true}, {"1", "59", `"1900-02-28"`,
			false}, {"1", "61", `"1900-03-01"`, false}, {"1", "1", `"1900-01-01"`, false},
		{"2", "45000.5", `"2023-03-15T12:00:00"`, false}, {"2", "45000.999999", `"2023-03-16T00:00:00"`, false}, {"2", "0.25", `"06:00:00"`,
			false}, {"3", "45000", `"2023-03-15"`, false},
		{"4", "1.5", `"36:00:00"`, false}, {"6", "0.5", `"12:00:00"`, false}, {"5", "45000", "45000", false}, {"9", "45000", "45000", false},
		{"x", "45000", "45000", false}, {"-1", "45000", "45000", false},
		{"1", "2958465", `"9999-12-31"`, false}, {"1", "2958466", "2958466", false}, {"1", "2958465", "2958465", true}, {"1", "-1", "-1", false},
		{"1", "1e300", "1e+300", false},
	} {
		source := withParts(t, map[string]string{"xl/styles.xml": styles, sheetPart: "<worksheet><sheetData>" +
			column(fmt.Sprintf(`<c r="A2" s="%s"><v>%s</v></c>`, test.style, test.serial)) + "</sheetData></worksheet>"})
		if test.from1904 {
			source = templatetest.Replaced(t, source, map[string]func(string) string{"xl/workbook.xml": func(text string) string {
				return strings.Replace(text, "<sheets>", `<workbookPr date1904="1"/><sheets>`, 1)
			}})
		}
		expect(t, test.style+" "+test.serial, summarize(t, source, rows.Options{}), fmt.Sprintf(`1:2 {"a":%s}`, test.want))
	}
}

// Workbooks with incorrect addresses, row numbers and other declarations are either read or rejected, but never crash
// the program.
func TestMalformedWorkbooks(t *testing.T) {
	cell := func(at, text string) string {
		return `<c r="` + at + `" t="inlineStr"><is><t>` + text + `</t></is></c>`
	}
	for _, test := range []struct {
		what, markup string
		want         []string
	}{
		{"rows without numbers", `<row>` + cell("", "a") + `</row><row/><row>` + cell("", "1") + `</row>`, []string{`1:3 {"a":"1"}`}},
		{"rows in any order", `<row r="7">` + cell("A7", "a") + `</row><row r="3">` + cell("A3", "1") + `</row>`, []string{`1:3 {"a":"1"}`}},
		{"cells in any order", `<row r="1">` + cell("B1", "b") + cell("A1", "a") + `</row><row r="2">` + cell("B2", "2") + cell("A2", "1") +
			`</row>`, []string{`1:2 {"a":"1","b":"2"}`}},
		{"a cell far right", `<row r="1">` + cell("A1", "a") + `</row><row r="2">` + cell("XFD2", "1") + `</row>`,
			[]string{"1:2 row-too-long 16384"}},
		{"a column beyond all", `<row r="1">` + cell("A1", "a") + cell("ZZZ1", "b") + `</row><row r="2">` + cell("A2", "1") + `</row>`,
			[]string{`1:2 {"a":"1"}`}},
		{"a row beyond all", `<row r="1">` + cell("A1", "a") + `</row><row r="99999999999">` + cell("A2", "1") + `</row>`,
			[]string{`1:2 {"a":"1"}`}},
		{"more columns than may be", `<row r="1">` + cell("ALM1", "a") + `</row>`, []string{"rows-too-many-columns 1000"}},
		{"an error as a name", `<row r="1"><c r="A1" t="e"><v>#N/A</v></c></row>`, []string{"rows-column-name A1"}},
		{"crossed elements", `<row r="1"><c r="A1"></row></c>`, []string{"rows-unreadable"}},
		{"deep elements", strings.Repeat("<x>", 3000) + strings.Repeat("</x>", 3000), []string{"rows-unreadable"}},
		{"a cell in no row", cell("A1", "a"), []string{"rows-empty"}},
	} {
		expect(t, test.what, summarize(t, sheet(t, test.markup), rows.Options{}), test.want...)
	}
	doctype := withParts(t, map[string]string{sheetPart: `<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>`})
	expect(t, "a doctype", summarize(t, doctype, rows.Options{}), "rows-unreadable")
	hidden := templatetest.Replaced(t,
		templatetest.Xlsx(templatetest.Book{Sheets: []templatetest.Sheet{{Name: "Lists", Rows: [][]string{{"x"}, {"y"}}},
			{Name: "Data", Rows: [][]string{{"a"}, {"1"}}}}}),
		map[string]func(string) string{"xl/workbook.xml": func(text string) string {
			return strings.Replace(text, `name="Lists"`, `name="Lists" state="veryHidden"`, 1)
		}})
	expect(t, "a hidden sheet", summarize(t, hidden, rows.Options{}), `1:2 {"a":"1"}`)
}
