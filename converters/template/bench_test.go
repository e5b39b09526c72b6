package template_test

import (
	"testing"

	"lectern/converters/template"
	"lectern/converters/template/templatetest"
)

func BenchmarkLetter(b *testing.B) { benchmark(b, 50, 4) }
func BenchmarkTable(b *testing.B)  { benchmark(b, 50_000, 8) }

func benchmark(b *testing.B, rows, columns int) {
	source, params := templatetest.Letter(rows, columns)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := template.Render(b.Context(), template.Request{Name: "letter.docx", Template: source, Params: params}); err != nil {
			b.Fatal(err)
		}
	}
}
