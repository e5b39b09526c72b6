package template_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"lectern/converters/template"
	"lectern/converters/template/templatetest"
)

func TestSheetColumns(t *testing.T) {
	const months = `{"months":[{"m":"Jan","v":1},{"m":"Feb","v":2},{"m":"Mar","v":3}],"items":[{"n":"A","l":[4,5,6]},{"n":"B","l":[7,8]}],` +
		`"years":[{"y":1,"q":["a","b"]},{"y":2,"q":["c"]}],"none":[]}`
	for name, test := range map[string]struct {
		rows rows
		want string
	}{
		"columns": {rows{{"x", "{-col months}{m}{/months}", "y"}}, "x|Jan|Feb|Mar|y"},
		"several": {rows{{"{-col months}{m}", "{v}{/months}", "y"}}, "Jan|1|Feb|2|Mar|3|y"},
		"other rows": {rows{{"a", "b", "c"}, {"x", "{-col months}{m}{/months}", "y"}, {"#1", "{v}", "=B2&C2"}},
			"a|b|b|b|c\nx|Jan|Feb|Mar|y\n1|1|2|3|=B2&E2"},
		"none": {rows{{"a", "b", "c"}, {"x", "{-col none}{m}{/none}", "y"}}, "a|c\nx|y"},
		"formulas": {rows{{"=SUM(B2:B2)", "{-col months}{m}{/months}", "=SUM(B2:B2)"}, {"#1", "{v}", "=B2"}, {"#1", "=B2*A2+$B2", "x"}},
			"=SUM(B2:D2)|Jan|Feb|Mar|=SUM(B2:D2)\n1|1|2|3|=B2\n1|=B2*A2+$B2|=C2*B2+$B2|=D2*C2+$B2|x"},
		"with rows": {rows{{"", "{-col months}{m}{/months}", "sum"}, {"{#items}{n}", "{-col l}{.}{/l}", "=SUM(B2:B2)"}, {"{/items}"},
			{"", "=SUM(B2:B2)"}}, "|Jan|Feb|Mar|sum\nA|4|5|6|=SUM(B2:D2)\n\nB|7|8||=SUM(B4:D4)\n\n|=SUM(B2,B4)|=SUM(C2,C4)|=SUM(D2,D4)"},
		"columns in columns": {rows{{"{-col years}{y}", "{-col q}{.}{/q}", "!{/years}"}, {"", "{.}{y}"}}, "1|a|b|!|2|c|!\n|a1|b1|||c2"},
		"a condition":        {rows{{"{-col months[0].v > 5}never{/}", "b"}}, "b"},
	} {
		t.Run(name, func(t *testing.T) {
			document, problems := render(t, "book.xlsx", templatetest.Rows(test.rows...), months)
			if problems != nil {
				t.Fatal(problems)
			}
			if got := gridOf(t, openBook(t, document), "Sheet1"); got != test.want {
				t.Errorf("%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// Rows, merged cells and all other objects around repeated rows and columns move when rows and columns are inserted.
func TestSheetSurroundings(t *testing.T) {
	const items = `{"items":[{"n":"A","p":1},{"n":"B","p":2},{"n":"C","p":3}],"months":[1,2],"none":[],"t":"R&D <1>"}`
	loop := rows{{"h"}, {"{#items}{n}", "{p}", "x", "{/items}"}, {"f"}}
	two := rows{{"h"}, {"{#items}{n}", "{p}"}, {"x", "{/items}"}, {"f"}}
	none := rows{{"h"}, {"{#none}{n}", "{p}{/none}"}, {"f"}}
	columns := rows{{"h", "{-col months}{.}{/months}", "x"}}
	for name, test := range map[string]struct {
		rows           rows
		before, behind string
		want           string // the markup of the sheet without its rows
	}{
		"merged cells below": {loop, "", `<mergeCells count="1"><mergeCell ref="A3:B3"/></mergeCells>`,
			`<mergeCells><mergeCell ref="A5:B5"/></mergeCells>`},
		"merged cells repeated": {loop, "", `<mergeCells count="1"><mergeCell ref="A2:B2"/></mergeCells>`,
			`<mergeCells><mergeCell ref="A2:B2"/><mergeCell ref="A3:B3"/><mergeCell ref="A4:B4"/></mergeCells>`},
		"merged rows repeated": {two, "", `<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>`,
			`<mergeCells><mergeCell ref="A2:A3"/><mergeCell ref="A4:A5"/><mergeCell ref="A6:A7"/></mergeCells>`},
		"merged cells around": {two, "", `<mergeCells count="1"><mergeCell ref="D1:D4"/></mergeCells>`,
			`<mergeCells><mergeCell ref="D1:D8"/></mergeCells>`},
		"merged cells of no rows": {none, "", `<mergeCells count="1"><mergeCell ref="A2:B2"/></mergeCells>`, ``},
		"merged columns": {columns, "", `<mergeCells count="1"><mergeCell ref="A2:B2"/></mergeCells>`,
			`<mergeCells><mergeCell ref="A2:C2"/></mergeCells>`},
		"formats": {loop, "",
			`<conditionalFormatting sqref="B2 B3"><cfRule type="expression" priority="1"><formula>$B2&gt;B$1</formula></cfRule>` +
				`</conditionalFormatting>`, `<conditionalFormatting sqref="B2:B4 B5"><cfRule type="expression" priority="1"><formula>$B2&` +
				`gt;B$1</formula></cfRule></conditionalFormatting>`},
		"formats of two rows": {two, "",
			`<conditionalFormatting sqref="B2"><cfRule type="expression" priority="1"><formula>B4</formula></cfRule></conditionalFormatting>`,
			`<conditionalFormatting sqref="B2 B4 B6"><cfRule type="expression" priority="1"><formula>B8</formula></cfRule></conditionalFormatting>`},
		"validations": {loop, "",
			`<dataValidations count="1"><dataValidation type="list" sqref="A2"><formula1>$A$3:$A$9</formula1></dataValidation></dataValidations>`,
			`<dataValidations><dataValidation type="list" sqref="A2:A4"><formula1>$A$5:$A$11</formula1></dataValidation></dataValidations>`},
		"links": {loop, "",
			`<hyperlinks><hyperlink ref="A2" location="Sheet1!A2"/><hyperlink ref="A3" location="Sheet1!A3"/></hyperlinks>`,
			`<hyperlinks><hyperlink ref="A2" location="Sheet1!A2"/><hyperlink ref="A3" location="Sheet1!A3"/><hyperlink ref="A4" ` +
				`location="Sheet1!A4"/><hyperlink ref="A5" location="Sheet1!A5"/></hyperlinks>`},
		"a filter": {loop, "", `<autoFilter ref="A1:B2"/>`, `<autoFilter ref="A1:B4"/>`},
		"page breaks": {two, "", `<rowBreaks count="1" manualBreakCount="1"><brk id="3" max="16383" man="1"/></rowBreaks>`,
			`<rowBreaks count="3" manualBreakCount="3"><brk id="3" max="16383" man="1"/><brk id="5" max="16383" man="1"/><brk id="7" max="16383" ` +
				`man="1"/></rowBreaks>`},
		"headers": {loop, "", `<headerFooter><oddHeader>&amp;L{t}&amp;R&amp;P</oddHeader></headerFooter>`,
			`<headerFooter><oddHeader>&amp;LR&amp;&amp;D &lt;1&gt;&amp;R&amp;P</oddHeader></headerFooter>`},
		"bounds": {loop, `<dimension ref="A1:D3"/>`, "", `<dimension ref="A1:D5"/>`},
		"widths": {columns, `<cols><col min="1" max="2" width="5" customWidth="1"/><col min="3" max="3" width="9"/></cols>`, "",
			`<cols><col min="1" max="1" width="5" customWidth="1"/><col min="2" max="2" width="5" customWidth="1"/><col min="3" max="3" width="5" ` +
				`customWidth="1"/><col min="4" max="4" width="9"/></cols>`},
		"later formats": {loop, "",
			`<extLst><ext uri="x"><x14:conditionalFormattings xmlns:x14="a" xmlns:xm="b"><x14:conditionalFormatting><x14:cfRule><xm:f>$A$3</xm:f>` +
				`</x14:cfRule><xm:sqref>B2</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext></extLst>`,
			`<extLst><ext uri="x"><x14:conditionalFormattings xmlns:x14="a" xmlns:xm="b"><x14:conditionalFormatting><x14:cfRule><xm:f>$A$5</xm:f>` +
				`</x14:cfRule><xm:sqref>B2:B4</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext></extLst>`},
	} {
		t.Run(name, func(t *testing.T) {
			source := templatetest.Xlsx(templatetest.Book{Sheets: []templatetest.Sheet{{Name: "Sheet1", Rows: test.rows, Before: test.before,
				After: test.behind}}})
			document, problems := render(t, "book.xlsx", source, items)
			if problems != nil {
				t.Fatal(problems)
			}
			openBook(t, document)
			content := templatetest.Part(t, document, "xl/worksheets/sheet1.xml")
			_, content, _ = strings.Cut(content, "<worksheet")
			_, content, _ = strings.Cut(content, ">")
			before, behind, _ := strings.Cut(content, "<sheetData>")
			_, behind, _ = strings.Cut(behind, "</sheetData>")
			if got := before + strings.TrimSuffix(behind, "</worksheet>"); got != test.want {
				t.Errorf("%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// A value is written as a date if it is a time, or if the number format of the cell shows dates.
func TestSheetDates(t *testing.T) {
	for name, test := range map[string]struct {
		properties, zone string
		style            int
		value            string
		want, code       string
	}{
		"a day":                {"", "", templatetest.Day, "2026-01-15", "46037", "14"},
		"a time":               {"", "", templatetest.Day, "2026-01-15T12:00:00Z", "46037.5", "14"},
		"in a zone":            {"", "America/New_York", templatetest.Day, "2026-01-15T12:00:00Z", "46037.291666666664", "14"},
		"from 1904":            {` date1904="1"`, "", templatetest.Day, "2026-01-15", "44575", "14"},
		"before March 1900":    {"", "", templatetest.Day, "1900-02-28", "59", "14"},
		"before 1900":          {"", "", templatetest.Day, "1899-01-01", "1899-01-01", "14"},
		"text of another cell": {"", "", templatetest.General, "2026-01-15", "2026-01-15", "0"},
		"no date":              {"", "", templatetest.Day, "soon", "soon", "14"},
	} {
		source := templatetest.Xlsx(templatetest.Book{Properties: test.properties,
			Sheets: []templatetest.Sheet{{Name: "Sheet1", Rows: rows{{"{d}"}}, Styles: map[string]int{"A1": test.style}}}})
		document, problems := render(t, "book.xlsx", source, fmt.Sprintf(`{"d":%q}`, test.value),
			func(r *template.Request) { r.Options.TimeZone = test.zone })
		if problems != nil {
			t.Fatal(name, problems)
		}
		if got := gridOf(t, openBook(t, document), "Sheet1"); strings.TrimPrefix(got, "'") != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}

// Texts keep the formats of their runs. If a tag spans several runs, its value has the format of the first run.
func TestSheetRuns(t *testing.T) {
	rich :=
		`<r><rPr><b/></rPr><t>Dear {na</t></r><r><t>me}, {#l}</t></r><r><rPr><i/></rPr><t>{.};</t></r><r><t>{/l}!</t></r><phoneticPr fontId="1"/>`
	document, problems := render(t, "book.xlsx", templatetest.Rows([]string{rich, "<is><t>{name}</t></is>"}), `{"name":"Zoë","l":[1,2]}`)
	if problems != nil {
		t.Fatal(problems)
	}
	want :=
		`<is><r><rPr><b/></rPr><t xml:space="preserve">Dear Zoë</t></r><r><t xml:space="preserve">, </t></r><r><rPr><i/></rPr><t ` +
			`xml:space="preserve">1;</t></r><r><t xml:space="preserve"></t></r><r><rPr><i/></rPr><t xml:space="preserve">2;</t></r><r><t ` +
			`xml:space="preserve">!</t></r></is>`
	if got := templatetest.Part(t, document, "xl/worksheets/sheet1.xml"); !strings.Contains(got, want) {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if got := templatetest.Part(t, document, "xl/sharedStrings.xml"); strings.Contains(got, "{") {
		t.Errorf("the texts that cells share have tags still: %s", got)
	}
}

// A sheet can be repeated for each item, with all parts that belong to it.
func TestSheetsRepeated(t *testing.T) {
	source := templatetest.Xlsx(templatetest.Book{
		Sheets: []templatetest.Sheet{
			{Name: "All", Rows: rows{{"=SUM('{name}'!B3)", "='{name}'!A1", "=SUM(Last!A1)"}}},
			{Name: "{name}", Rows: rows{{"{:sheet regions}{name}"}, {"{#l}{.}", "{.}{/l}"}, {"sum", "=SUM(B2:B2)", "=SUM(Sums[x])", "='{name}'!A1"},
				{"x"}, {"{name}"}},
				After: `<drawing r:id="rId1"/><tableParts count="1"><tablePart r:id="rId2"/></tableParts>`,
				Related: []string{"drawing", "xl/drawings/drawing1.xml", drawing("{name}", 3, 4), "table", "xl/tables/table1.xml",
					`<table xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" id="1" name="Sums" displayName="Sums" ref="A4:A5" ` +
						`totalsRowShown="0"><autoFilter ref="A4:A5"/><tableColumns count="1"><tableColumn id="1" name="x"/></tableColumns></table>`}},
			{Name: "Last", Rows: rows{{"{$count}", "='{name}'!B3"}}},
		},
		Names: `<definedName name="Sum">'{name}'!$B$3</definedName><definedName name="_xlnm.Print_Area" ` +
			`localSheetId="1">'{name}'!$A$1:$B$3</definedName><definedName name="_xlnm.Print_Area" localSheetId="2">Last!$A$1</definedName>`,
	})
	document, problems := render(t, "book.xlsx", source,
		`{"regions":[{"name":"North","l":[1,2]},{"name":"a/b","l":[3]},{"name":"NORTH","l":[]},{"name":"A very long name of a region, of 31"}]}`)
	if problems != nil {
		t.Fatal(problems)
	}
	book := openBook(t, document)
	if got, want := strings.Join(book.GetSheetList(), "|"), "All|North|a-b|NORTH (2)|A very long name of a region, o|Last"; got != want {
		t.Fatalf("%s, want %s", got, want)
	}
	for sheet, want := range map[string]string{
		"All":       "=SUM('North'!B4,'a-b'!B3,'NORTH (2)'!B2,'A very long name of a region, o'!B2)|='North'!A1|=SUM(Last!A1)",
		"North":     "North\n1|1\n2|2\nsum|=SUM(B2:B3)|=SUM(Sums[x])|='North'!A1\nx\nNorth",
		"a-b":       "a/b\n3|3\nsum|=SUM(B2:B2)|=SUM(Sums_2[x])|='a-b'!A1\nx\na/b",
		"NORTH (2)": "NORTH\nsum|=SUM(B1048576:B1048576)|=SUM(Sums_3[x])|='NORTH (2)'!A1\nx\nNORTH",
		"Last":      "|='North'!B4",
	} {
		if got := gridOf(t, book, sheet); got != want {
			t.Errorf("%s: %s\nwant\n%s", sheet, got, want)
		}
	}
	workbook := templatetest.Part(t, document, "xl/workbook.xml")
	for _, want := range []string{`<definedName name="Sum">'North'!$B$4</definedName>`, `localSheetId="2">'a-b'!$A$1:$B$3<`,
		`localSheetId="5">Last!$A$1<`, `<calcPr fullCalcOnLoad="1"/></workbook>`} {
		if !strings.Contains(workbook, want) {
			t.Errorf("%s\nhas no %s", workbook, want)
		}
	}
	if got := templatetest.Part(t, document, "xl/drawings/drawing2.xml"); !strings.Contains(got, "<a:t>a/b</a:t>") ||
		!strings.Contains(got, "<xdr:row>4</xdr:row>") {
		t.Errorf("the shape of the second sheet: %s", got)
	}
	if got := templatetest.Part(t, document, "xl/tables/table2.xml"); !strings.Contains(got,
		`id="2" name="Sums_2" displayName="Sums_2" ref="A4:A5"`) {
		t.Errorf("the table of the second sheet: %s", got)
	}
}

// drawing returns a drawing with a shape between two rows.
func drawing(text string, from, to int) string {
	return fmt.Sprintf(
		`<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" `+
			`xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><xdr:twoCellAnchor><xdr:from><xdr:col>0</xdr:col>`+
			`<xdr:colOff>0</xdr:colOff><xdr:row>%d</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:to><xdr:col>1</xdr:col>`+
			`<xdr:colOff>0</xdr:colOff><xdr:row>%d</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:to><xdr:sp><xdr:nvSpPr><xdr:cNvPr id="2" `+
			`name="S"/><xdr:cNvSpPr/></xdr:nvSpPr><xdr:spPr/><xdr:txBody><a:bodyPr/><a:p><a:r><a:t>%s</a:t></a:r></a:p></xdr:txBody></xdr:sp>`+
			`<xdr:clientData/></xdr:twoCellAnchor></xdr:wsDr>`, from, to, text)
}

var places = regexp.MustCompile(`<xdr:row>(\d+)</xdr:row>|<a:t>([^<]*)</a:t>|cNvPr id="(\d+)"`)

func TestSheetDrawings(t *testing.T) {
	const items = `{"items":[{"n":"A"},{"n":"B"}]}`
	for name, test := range map[string]struct{ drawing, want string }{
		"above":    {drawing("x", 0, 1), "0 1 2 x"},
		"below":    {drawing("x", 4, 9), "5 10 2 x"},
		"beside":   {drawing("x", 0, 9), "0 9 2 x"},
		"growing":  {strings.Replace(drawing("x", 0, 9), "<xdr:twoCellAnchor>", `<xdr:twoCellAnchor editAs="twoCell">`, 1), "0 10 2 x"},
		"absolute": {strings.Replace(drawing("x", 4, 9), "<xdr:twoCellAnchor>", `<xdr:twoCellAnchor editAs="absolute">`, 1), "4 9 2 x"},
		"in rows":  {drawing("{n}", 1, 2), "1 2 2 A 2 3 16777217 B"},
	} {
		source := templatetest.Xlsx(templatetest.Book{Sheets: []templatetest.Sheet{{Name: "Sheet1",
			Rows: rows{{"h"}, {"{#items}{n}", "{/items}"}}, After: `<drawing r:id="rId1"/>`, Related: []string{"drawing",
				"xl/drawings/drawing1.xml", test.drawing}}}})
		document, problems := render(t, "book.xlsx", source, items)
		if problems != nil {
			t.Fatal(problems)
		}
		var got []string
		for _, match := range places.FindAllStringSubmatch(templatetest.Part(t, document, "xl/drawings/drawing1.xml"), -1) {
			got = append(got, match[1]+match[2]+match[3])
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}

// A sheet without items is removed together with its parts and all references to it.
func TestSheetWithoutItemsIsRemoved(t *testing.T) {
	source := templatetest.Xlsx(templatetest.Book{Sheets: []templatetest.Sheet{
		{Name: "Gone", Rows: rows{{"{:sheet none}", "b"}, {"1", "2"}}, After: `<tableParts count="1"><tablePart r:id="rId1"/></tableParts>`,
			Related: []string{"table", "xl/tables/table1.xml", fmt.Sprintf(tableOf, "A1:B2", "")}},
		{Name: "Stays", Rows: rows{{"=Gone!A1"}}}}})
	document, problems := render(t, "book.xlsx", source, `{"none":[]}`)
	if problems != nil {
		t.Fatal(problems)
	}
	if got := gridOf(t, openBook(t, document), "Stays"); got != "=#REF!" {
		t.Error(got)
	}
	for _, part := range []string{"xl/worksheets/sheet1.xml", "xl/tables/table1.xml"} {
		if templatetest.Part(t, document, part) != "" {
			t.Errorf("%s is there", part)
		}
	}
}
