package template_test

import (
	"fmt"
	"strings"
	"testing"

	"lectern/converters/template"
	"lectern/converters/template/templatetest"
)

// letter gives a template with twenty tags and a table, and parameters with so many rows.
func letter(rows int) ([]byte, map[string]any) {
	var body strings.Builder
	params := map[string]any{}
	for i := range 20 {
		name := fmt.Sprintf("field%d", i)
		body.WriteString(templatetest.P("Some text before ", "{"+name, "}", " and some behind it, as letters have."))
		params[name] = fmt.Sprintf("value %d & more", i)
	}
	body.WriteString(templatetest.Table([]string{"Name", "Number", "Price", "Sum"}, []string{"{#rows}{name}", "{number}", "{price}", "{number * price}{/rows}"}))
	list := make([]any, rows)
	for i := range list {
		list[i] = map[string]any{"name": fmt.Sprintf("Item %d", i), "number": float64(i % 10), "price": float64(i) + 0.5}
	}
	params["rows"] = list
	return templatetest.Docx(body.String()), params
}

func BenchmarkLetter(b *testing.B) { benchmark(b, 50) }
func BenchmarkTable(b *testing.B)  { benchmark(b, 50_000) }

func benchmark(b *testing.B, rows int) {
	source, params := letter(rows)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := template.Render(b.Context(), template.Request{Name: "letter.docx", Template: source, Params: params}); err != nil {
			b.Fatal(err)
		}
	}
}
