package template_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"lectern/converters/template"
	"lectern/converters/template/templatetest"
	"lectern/converters/wire"
)

const tableOf = `<table xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" id="1" name="T" displayName="T" ref="%s" ` +
	`totalsRowShown="0"%s><autoFilter ref="A1:B2"/><tableColumns count="2"><tableColumn id="1" name="{a}"/><tableColumn id="2" ` +
	`name="b"><calculatedColumnFormula>Sheet1!$A$4</calculatedColumnFormula></tableColumn></tableColumns></table>`

// A table covers the rows of its loop, and at least one row. The names of its columns equal the texts of its header
// cells.
func TestSheetTables(t *testing.T) {
	for name, test := range map[string]struct {
		rows   rows
		ref    string
		totals string
		want   string
	}{
		"rows": {rows{{"{a}", "b"}, {"{#items}{n}", "{/items}"}, {"x"}}, "A1:B2", "",
			`ref="A1:B4" totalsRowShown="0"><autoFilter ref="A1:B4"/><tableColumns count="2"><tableColumn id="1" name="Name"/><tableColumn id="2" ` +
				`name="b"><calculatedColumnFormula>Sheet1!$A$6</calculatedColumnFormula></tableColumn></tableColumns></table>`},
		"totals": {rows{{"{a}", "b"}, {"{#items}{n}", "{/items}"}, {"sum"}}, "A1:B3", ` totalsRowCount="1"`,
			`ref="A1:B5" totalsRowShown="0" totalsRowCount="1"><autoFilter ref="A1:B4"/>`},
		"no rows": {rows{{"{a}", "b"}, {"{#none}{n}", "{/none}"}, {"x"}}, "A1:B2", "", `ref="A1:B2"`},
		"columns": {rows{{"{a}", "{-col items}{n}{/items}"}, {"1", "2"}, {"x"}}, "A1:B2", "",
			`<tableColumns count="4"><tableColumn id="1" name="Name"/><tableColumn id="2" name="A"><calculatedColumnFormula>`},
		"like names": {rows{{"{a}", "NAME"}, {"1", "2"}, {"x"}}, "A1:B2", "", `name="Name"/><tableColumn id="2" name="NAME2">`},
	} {
		source := templatetest.Xlsx(templatetest.Book{Sheets: []templatetest.Sheet{{Name: "Sheet1", Rows: test.rows,
			After:   `<tableParts count="1"><tablePart r:id="rId1"/></tableParts>`,
			Related: []string{"table", "xl/tables/table1.xml", fmt.Sprintf(tableOf, test.ref, test.totals)}}}})
		document, problems := render(t, "book.xlsx", source, `{"a":"Name","items":[{"n":"A"},{"n":"B"},{"n":"C"}],"none":[]}`)
		if problems != nil {
			t.Fatal(name, problems)
		}
		openBook(t, document)
		if got := templatetest.Part(t, document, "xl/tables/table1.xml"); !strings.Contains(got, test.want) {
			t.Errorf("%s: %s\nhas no %s", name, got, test.want)
		}
	}
}

// The header cells of a table contain texts, and these texts are equal to the names of the table's columns.
func TestSheetTableHeads(t *testing.T) {
	for name, test := range map[string]struct {
		heads        []string
		names, cells string
	}{
		"a number":          {[]string{"{year}", "b"}, "2025 b", "'2025|b"},
		"the same twice":    {[]string{"{one}", "{one}"}, "One One2", "One|One2"},
		"numbers twice":     {[]string{"{year}", "{year}"}, "2025 20252", "'2025|'20252"},
		"nothing":           {[]string{"{none}", "{none}"}, "Column1 Column2", "Column1|Column2"},
		"nothing in a loop": {[]string{"{one}", "{-col items}{n}{/items}", "=1+1"}, "One Column1 x x2", "One|Column1|x|x2|=1+1"},
		"a date":            {[]string{"{day}", "b"}, "2026-01-15 b", "'2026-01-15|b"},
	} {
		source := templatetest.Xlsx(templatetest.Book{Sheets: []templatetest.Sheet{{Name: "Sheet1", Rows: rows{test.heads, {"1", "2"}},
			After:  `<tableParts count="1"><tablePart r:id="rId1"/></tableParts>`,
			Styles: map[string]int{"A1": map[bool]int{true: templatetest.Day}[name == "a date"]}, Related: []string{"table", "xl/tables/table1.xml",
				fmt.Sprintf(tableOf, "A1:B2", "")}}}})
		document, problems := render(t, "book.xlsx", source, `{"year":2025,"one":"One","day":"2026-01-15","items":[{},{"n":"x"},{"n":"x"}]}`)
		if problems != nil {
			t.Fatal(name, problems)
		}
		table := templatetest.Part(t, document, "xl/tables/table1.xml")
		var names []string
		for _, column := range strings.Split(table, "<tableColumn ")[1:] {
			_, one, _ := strings.Cut(column, `name="`)
			one, _, _ = strings.Cut(one, `"`)
			names = append(names, one)
		}
		if got := strings.Join(names, " "); got != test.names {
			t.Errorf("%s: the columns are %s", name, got)
		}
		if got, _, _ := strings.Cut(gridOf(t, openBook(t, document), "Sheet1"), "\n"); got != test.cells {
			t.Errorf("%s: the heads are %s", name, got)
		}
	}
}

// A comment is repeated with its cell. The tags in each copy of the comment have the values of that copy of the cell.
func TestSheetComments(t *testing.T) {
	comments :=
		`<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><authors><author>A</author></authors><commentList>` +
			`<comment ref="A2" authorId="0"><text><t>Of {n}</t></text></comment><comment ref="B2" authorId="0"><text><t>B</t></text></comment>` +
			`<comment ref="A3" authorId="0"><text><t>{title}</t></text></comment></commentList></comments>`
	shapes :=
		`<xml xmlns:v="v" xmlns:o="o" xmlns:x="x"><o:shapelayout><o:idmap v:ext="edit" data="1"/></o:shapelayout><v:shape id="_x0000_s1025">` +
			`<x:ClientData ObjectType="Note"><x:Anchor>1, 15, 1, 2, 3, 31, 5, 1</x:Anchor><x:Row>1</x:Row><x:Column>0</x:Column></x:ClientData>` +
			`</v:shape></xml>`
	source := templatetest.Xlsx(templatetest.Book{Sheets: []templatetest.Sheet{{Name: "Sheet1", Rows: rows{{"h"}, {"{#items}{n}", "x{/items}"},
		{"f"}}, After: `<legacyDrawing r:id="rId2"/>`,
		Related: []string{"comments", "xl/comments1.xml", comments, "vmlDrawing", "xl/drawings/vmlDrawing1.vml", shapes}}}})
	document, problems := render(t, "book.xlsx", source, `{"items":[{"n":"A"},{"n":"B"}],"title":"T"}`)
	if problems != nil {
		t.Fatal(problems)
	}
	all, err := openBook(t, document).GetComments("Sheet1")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, one := range all {
		got = append(got, one.Cell+" "+one.Text)
	}
	if text := strings.Join(got, ", "); text != "A2 Of A, B2 B, A3 Of B, B3 B, A4 T" {
		t.Error(text)
	}
	want :=
		`data="1,64"/></o:shapelayout><v:shape id="_x0000_s1025"><x:ClientData ObjectType="Note"><x:Anchor>1, 15, 1, 2, 3, 31, 5, ` +
			`1</x:Anchor><x:Row>1</x:Row><x:Column>0</x:Column></x:ClientData></v:shape><v:shape id="_x0000_s65537"><x:ClientData ` +
			`ObjectType="Note"><x:Anchor>1, 15,2, 2,3, 31,6, 1</x:Anchor><x:Row>2</x:Row>`
	if got := templatetest.Part(t, document, "xl/drawings/vmlDrawing1.vml"); !strings.Contains(strings.ReplaceAll(got, ", ", ","),
		strings.ReplaceAll(want, ", ", ",")) {
		t.Errorf("%s\nhas no %s", got, want)
	}
}

// All problems with a sheet are reported at once, each with its cell.
//
// SECURITY.md, promise 45 (all template errors at once)
func TestSheetProblems(t *testing.T) {
	for name, test := range map[string]struct {
		rows rows
		want string
	}{
		"all at once": {rows{{"{#a}", "{user", "}"}, {"{1 +}", "{/b}"}},
			"unclosed-tag {user B1; unopened-tag } C1; expression-end {1 +} A2; unopened-loop {/b} B2; unclosed-loop {#a} A1"},
		"the same twice":       {rows{{"{a | shout}", "{a | shout}"}}, "unknown-filter {a | shout} A1; unknown-filter {a | shout} B1"},
		"a command elsewhere":  {rows{{"{:pagebreak}", "a {%x}"}}, "misplaced-tag {:pagebreak} A1; misplaced-tag {%x} B1"},
		"loops that cross":     {rows{{"{#a}x{/a}", "{#b}"}, {"{/b}x", "{#c}"}, {"{/c}"}}, "crossed-loops {#c} B2"},
		"columns over rows":    {rows{{"{-col a}"}, {"{/a}"}}, "loop-breaks-element {-col a} A1"},
		"columns that cross":   {rows{{"{-col a}", "{/a}"}, {"", "{-col b}", "{/b}"}}, "crossed-loops {-col b} B2"},
		"a name of a sheet":    {rows{{"{:sheet a}{:sheet b}"}}, "misplaced-tag {:sheet b} A1"},
		"a value that is none": {rows{{"{a.shout()}"}}, "unknown-method {a.shout()} A1"},
	} {
		_, err := template.Render(t.Context(), template.Request{Name: "book.xlsx", Template: templatetest.Rows(test.rows...)})
		var problems template.Problems
		if !errors.As(err, &problems) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got []string
		for _, p := range problems {
			got = append(got, p.Code+" "+p.Tag+" "+p.Values["cell"])
			if p.Part != "xl/worksheets/sheet1.xml" {
				t.Errorf("%s: the part is %s", name, p.Part)
			}
		}
		if text := strings.Join(got, "; "); text != test.want {
			t.Errorf("%s: %s\nwant %s", name, text, test.want)
		}
	}
	_, err := template.Render(t.Context(), template.Request{Name: "book.xlsx", Template: templatetest.Rows([]string{},
		[]string{"", "Dear {nmae}!"}), Params: map[string]any{"name": 1.0}, Options: wire.TemplateOptions{Missing: "error"}})
	var problems template.Problems
	if !errors.As(err, &problems) {
		t.Fatal(err)
	}
	want := wire.TemplateProblem{Code: "missing-value", Values: map[string]string{"name": "nmae", "cell": "B2"},
		Part: "xl/worksheets/sheet1.xml", Paragraph: "Dear {nmae}!", Tag: "{nmae}", Nearest: "name"}
	if a, b := toJSON(t, problems[0]), toJSON(t, want); a != b {
		t.Errorf("%s\nwant\n%s", a, b)
	}
}

// A time in a cell without a number format is formatted as a date.
func TestSheetTimes(t *testing.T) {
	source := templatetest.Rows([]string{"{day}", "{time}"})
	made, err := template.Render(t.Context(), template.Request{Name: "book.xlsx", Template: source,
		Options: wire.TemplateOptions{TimeZone: "Europe/Helsinki"},
		Params:  map[string]any{"day": time.Date(2026, 1, 14, 22, 0, 0, 0, time.UTC), "time": time.Date(2026, 1, 15, 10, 0, 0, 0, time.UTC)}})
	if err != nil {
		t.Fatal(err)
	}
	book := openBook(t, made.Documents[0].Content)
	if got := gridOf(t, book, "Sheet1"); got != "46037|46037.5" {
		t.Error(got)
	}
	for address, want := range map[string]int{"A1": 14, "B1": 22} {
		index, err := book.GetCellStyle("Sheet1", address)
		if err != nil {
			t.Fatal(err)
		}
		if style, err := book.GetStyle(index); err != nil || style.NumFmt != want {
			t.Errorf("%s: %+v, %v", address, style, err)
		}
	}
}

func TestSheetSchema(t *testing.T) {
	source := templatetest.Xlsx(templatetest.Book{Sheets: []templatetest.Sheet{{Name: "{name}", Rows: rows{{"{:sheet regions}{title}"},
		{"{#rows}{day}", "{price}", "{text}{/rows}"}, {"{-col months}{m}{/months}"}},
		Styles: map[string]int{"A2": templatetest.Day, "B2": templatetest.Money}}}})
	found, err := template.Check(source)
	if err != nil || len(found.Problems) > 0 {
		t.Fatal(found.Problems, err)
	}
	want := `{"regions":[{"name":"Name 1","title":"Title 1","rows":[{"day":"2026-01-15","price":10,"text":"Text 1"}`
	if got := string(found.Sample); !strings.HasPrefix(got, want) {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// Tags in the address of a link are evaluated for each copy of the link's cell.
func TestSheetLinks(t *testing.T) {
	source := templatetest.Xlsx(templatetest.Book{Sheets: []templatetest.Sheet{{Name: "Sheet1", Rows: rows{{"{#items}{n}", "{/items}"}, {"x"}},
		After: `<hyperlinks><hyperlink ref="A1" r:id="rId1"/><hyperlink ref="A2" r:id="rId2"/></hyperlinks>`,
		Links: []string{"https://example.org/%7Bn%7D", "https://example.org/"}}}})
	// rId2 becomes an id that an earlier rendering could have added
	rename := func(text string) string { return strings.ReplaceAll(text, `"rId2"`, `"rIdLink1"`) }
	source = templatetest.Replaced(t, source, map[string]func(string) string{"xl/worksheets/sheet1.xml": rename,
		"xl/worksheets/_rels/sheet1.xml.rels": rename})
	document, problems := render(t, "book.xlsx", source, `{"items":[{"n":"a"},{"n":"b c"}]}`)
	if problems != nil {
		t.Fatal(problems)
	}
	book := openBook(t, document)
	for cell, want := range map[string]string{"A1": "https://example.org/a", "A2": "https://example.org/b%20c", "A3": "https://example.org/"} {
		if _, got, err := book.GetCellHyperLink("Sheet1", cell); got != want || err != nil {
			t.Errorf("%s leads to %s, %v", cell, got, err)
		}
	}
}

// Charts refer to the moved cells, can have tags in their titles, and are copied with their sheets.
func TestSheetCharts(t *testing.T) {
	const space = "application/vnd.openxmlformats-officedocument.drawingml.chart+xml"
	chart :=
		`<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" ` +
			`xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart><c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:t>Of ` +
			`{name}</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:layout/><c:barChart><c:ser><c:cat><c:strRef><c:f>'{name}'!$A$2</c:f>` +
			`<c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>{x}</c:v></c:pt></c:strCache></c:strRef></c:cat></c:ser></c:barChart></c:plotArea>` +
			`</c:chart></c:chartSpace>`
	frame := strings.Replace(drawing("x", 4, 9), "<xdr:clientData/>", `<xdr:clientData/><!--graphicFrame-->`, 1)
	source := templatetest.Xlsx(templatetest.Book{
		Sheets: []templatetest.Sheet{{Name: "{name}", Rows: rows{{"{:sheet all}"}, {"{#l}{.}", "", "{/l}"}}, After: `<drawing r:id="rId1"/>`,
			Related: []string{"drawing", "xl/drawings/drawing1.xml", frame}}},
		Parts: []string{"xl/charts/chart1.xml", chart, "xl/drawings/_rels/drawing1.xml.rels",
			`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" ` +
				`Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/chart" Target="../charts/chart1.xml"/></Relationships>`},
		Types: []string{"xl/charts/chart1.xml", space},
	})
	document, problems := render(t, "book.xlsx", source, `{"all":[{"name":"A","l":[1,2]},{"name":"B","l":[3,4,5]}]}`,
		func(r *template.Request) { r.Options.Missing = "error" })
	if problems != nil {
		t.Fatal(problems)
	}
	for part, want := range map[string]string{"xl/charts/chart1.xml": "Of A 'A'!$A$2:$A$3", "xl/charts/chart2.xml": "Of B 'B'!$A$2:$A$4"} {
		text := templatetest.Part(t, document, part)
		_, title, _ := strings.Cut(text, "<a:t>")
		title, _, _ = strings.Cut(title, "<")
		_, formula, _ := strings.Cut(text, "<c:f>")
		formula, _, _ = strings.Cut(formula, "<")
		if got := title + " " + formula; got != want {
			t.Errorf("%s: %s, want %s", part, got, want)
		}
	}
	if got := templatetest.Part(t, document, "xl/drawings/_rels/drawing2.xml.rels"); !strings.Contains(got, `Target="/xl/charts/chart2.xml"`) {
		t.Errorf("the second drawing is related to %s", got)
	}
}

// Workbook templates (.xltx) and workbooks with macros (.xlsm) can be rendered, too. The markup of a workbook can use a
// prefix for its namespace.
func TestSheetKinds(t *testing.T) {
	for kind, test := range map[string]struct{ from, to string }{
		"xltx": {"template.main+xml", "sheet.main+xml"}, "xlsm": {"sheet.macroEnabled.main+xml", "sheet.macroEnabled.main+xml"},
		"xlsx": {"sheet.main+xml", "sheet.main+xml"},
	} {
		source := templatetest.Rows([]string{"{#l}{.}", "=A1", "{/l}"})
		space := "application/vnd.openxmlformats-officedocument.spreadsheetml."
		if kind == "xlsm" {
			space = "application/vnd.ms-excel."
		}
		source = templatetest.Replaced(t, source, map[string]func(string) string{
			"[Content_Types].xml": func(s string) string {
				return strings.Replace(s, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml", space+test.from, 1)
			},
			"xl/worksheets/sheet1.xml": func(s string) string {
				s = strings.NewReplacer("</", "</x:", "<", "<x:", "<x:?xml", "<?xml").Replace(s)
				return strings.Replace(s, "xmlns=", "xmlns:x=", 1)
			},
		})
		made, err := template.Render(t.Context(), template.Request{Name: "book." + kind, Template: source,
			Params: map[string]any{"l": []any{1.0, 2.0}}})
		if err != nil {
			t.Fatal(kind, err)
		}
		document := made.Documents[0]
		if got := gridOf(t, openBook(t, document.Content), "Sheet1"); got != "1|=A1\n2|=A2" {
			t.Errorf("%s: %s", kind, got)
		}
		if want := "." + map[string]string{"xltx": "xlsx", "xlsm": "xlsm", "xlsx": "xlsx"}[kind]; !strings.HasSuffix(document.Name, want) {
			t.Errorf("%s: it is named %s", kind, document.Name)
		}
		if got := templatetest.Part(t, document.Content, "[Content_Types].xml"); !strings.Contains(got, test.to) {
			t.Errorf("%s: %s", kind, got)
		}
	}
}
