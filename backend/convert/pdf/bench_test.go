package pdf_test

import (
	"testing"

	"lectern/backend/convert"
	"lectern/converters/pdf/pdftest"
)

// BenchmarkPage measures a request for a small page of a document that is open in a process: one request at a time, and
// one reader per processor.
func BenchmarkPage(b *testing.B) {
	reader := newPDF(b, func(cfg *convert.Config) { cfg.Workers = 2 })
	src := source(b, pdftest.Build([]pdftest.Page{pdftest.Text("a short page")}))
	if _, err := reader.Info(b.Context(), src); err != nil {
		b.Fatal(err)
	}
	draw := func() {
		if _, err := reader.SVG(b.Context(), src, 1); err != nil {
			b.Error(err)
		}
	}
	b.Run("sequential", func(b *testing.B) {
		for b.Loop() {
			draw()
		}
	})
	b.Run("parallel", func(b *testing.B) {
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				draw()
			}
		})
	})
}
