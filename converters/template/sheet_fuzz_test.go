package template_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"lectern/converters/template"
	"lectern/converters/template/templatetest"
)

// Random tags in random cells yield a valid workbook or problems.
func TestSheetAnyTags(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	words := []string{"", "", "x", "#7", "{n}", "a {n} b", "{#l}", "{/l}", "{/}", "{#if n}", "{:else}", "{/if}", "{-row l}", "{-col l}",
		"{-col l}{n}{/l}", "{#l}{n}{/l}", "{^l}", "{:sheet l}",
		"=A1+B2", "=SUM(A1:C3)", "=SUM($A$1:B2)", `<f t="shared" ref="A1:A9" si="0">A1*2</f>`, `<f t="shared" si="0"/>`,
		`<f t="array" ref="B2:C3">A1:B2</f>`}
	rendered := 0
	for range 3000 {
		table := make(rows, 1+random.IntN(4))
		for i := range table {
			for range random.IntN(4) {
				table[i] = append(table[i], words[random.IntN(len(words))])
			}
		}
		source := templatetest.Xlsx(templatetest.Book{Sheets: []templatetest.Sheet{{Name: "{n}", Rows: table,
			After: `<mergeCells count="1"><mergeCell ref="A2:B3"/></mergeCells>`}}})
		document, problems := render(t, "book.xlsx", source, `{"n":1,"l":[{"n":2},{"n":3},{"n":"x"}]}`)
		if problems == nil {
			rendered++
			openBook(t, document)
		}
		if t.Failed() {
			t.Fatalf("%q", table)
		}
	}
	if rendered < 300 {
		t.Errorf("only %d were rendered", rendered)
	}
}

// Arbitrary markup of a sheet and of the shared strings yields a workbook or problems.
func FuzzSheet(f *testing.F) {
	for _, seed := range [][2]string{
		{`<si><t>{#l}{n}</t></si><si><t>{/l}</t></si>`, `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>`},
		{`<si><c><t>{x}</t></c></si>`, `<row r="1"><c r="A1" t="s"><v>0</v></c></row>`},
		{`<si><row><t>{x}</t></row></si>`, `<row><c t="s"><v>0</v></c></row>`},
		{`<si><r><rPr><b/></rPr><t>{-col l}</t></r><r><v/><t>{n}{/l}</t></r></si>`,
			`<row r="2"><c r="B2" t="s"><v>0</v></c><c r="A2" t="inlineStr"><is><t>{n}</t></is></c></row><row r="1"/>`},
		{`<si><t>a</t><rPh><t>{x}</t></rPh></si>`,
			`<row r="1"><c><f t="shared" si="0"/></c><c r="A1" t="inlineStr"><is><c r="A1"><t>{x}</t></c></is></c></row>`},
	} {
		f.Add(seed[0], seed[1])
	}
	source := templatetest.Rows([]string{"#1"}) // without shared strings
	f.Fuzz(func(t *testing.T, shared, rows string) {
		if strings.Contains(shared+rows, "<!") {
			t.Skip()
		}
		put := func(inner string) func(string) string {
			return func(text string) string {
				end := strings.LastIndex(text, "</")
				if at := strings.Index(text, "<sheetData>"); at >= 0 {
					end = at + len("<sheetData>")
					text = text[:end] + text[strings.Index(text, "</sheetData>"):]
				}
				return text[:end] + inner + text[end:]
			}
		}
		change := map[string]func(string) string{"xl/sharedStrings.xml": put(shared), "xl/worksheets/sheet1.xml": put(rows)}
		_, _ = template.Render(t.Context(), template.Request{Name: "book.xlsx", Template: templatetest.Replaced(t, source, change),
			Params: map[string]any{"n": 1.0, "l": []any{map[string]any{"n": 2.0}, "x"}}})
	})
}
