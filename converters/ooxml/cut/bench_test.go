package cut

import (
	"os"
	"path/filepath"
	"testing"

	"lectern/converters/ooxml/ooxmltest"
)

func BenchmarkCut(b *testing.B) {
	for kind, content := range map[string][]byte{"docx": ooxmltest.Docx(1000), "pptx": ooxmltest.Pptx(200),
		"xlsx": ooxmltest.Xlsx(1, 10_000)} {
		b.Run(kind, func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "document")
			if err := os.WriteFile(path, content, 0o600); err != nil {
				b.Fatal(err)
			}
			in, err := os.Open(path)
			if err != nil {
				b.Fatal(err)
			}
			defer in.Close()
			for b.Loop() {
				out, err := os.Create(path + ".cut")
				if err != nil {
					b.Fatal(err)
				}
				if err := Cut(in, kind, DefaultLimits(), out); err != nil {
					b.Fatal(err)
				}
				out.Close()
			}
		})
	}
}
