package template_test

import (
	"math/rand/v2"
	"testing"

	"lectern/converters/template/templatetest"
)

// Tags in any cells give a workbook that can be opened, or problems.
func TestSheetAnyTags(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	words := []string{"", "", "x", "#7", "{n}", "a {n} b", "{#l}", "{/l}", "{/}", "{#if n}", "{:else}", "{/if}", "{-row l}", "{-col l}", "{-col l}{n}{/l}", "{#l}{n}{/l}", "{^l}", "{:sheet l}",
		"=A1+B2", "=SUM(A1:C3)", "=SUM($A$1:B2)", `<f t="shared" ref="A1:A9" si="0">A1*2</f>`, `<f t="shared" si="0"/>`, `<f t="array" ref="B2:C3">A1:B2</f>`}
	rendered := 0
	for range 3000 {
		table := make(rows, 1+random.IntN(4))
		for i := range table {
			for range random.IntN(4) {
				table[i] = append(table[i], words[random.IntN(len(words))])
			}
		}
		source := templatetest.Xlsx(templatetest.Book{Sheets: []templatetest.Sheet{{Name: "{n}", Rows: table, Behind: `<mergeCells count="1"><mergeCell ref="A2:B3"/></mergeCells>`}}})
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
