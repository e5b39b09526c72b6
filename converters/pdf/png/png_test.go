package png_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// BenchmarkEncode compares the encoder with MuPDF's on the first pages of the user's guide and of three documents of
// the corpus. The metrics are totals of all pages of a document: the milliseconds and kilobytes of each encoder.
func BenchmarkEncode(b *testing.B) {
	program := compileComparison(b)
	files := []string{"../../../backend/samples/guide.pdf"}
	if corpus := os.Getenv("LECTERN_CORPUS"); corpus != "" {
		for _, name := range []string{"gotenberg/pages_12.pdf", "tika/testJournalParser.pdf", "gotenberg/image-heavy.pdf"} {
			files = append(files, filepath.Join(corpus, name))
		}
	}
	for _, file := range files {
		b.Run(filepath.Base(file), func(b *testing.B) {
			out, err := exec.Command(program, file, "5", fmt.Sprint(b.N)).Output()
			if err != nil {
				b.Fatal(err)
			}
			var ours, theirs total
			for line := range strings.Lines(string(out)) {
				var page, other total
				if _, err := fmt.Sscan(line, &page.time, &page.size, &other.time, &other.size); err != nil {
					b.Fatalf("%q: %v", line, err)
				}
				ours.add(page)
				theirs.add(other)
			}
			b.ReportMetric(ours.time, "ms")
			b.ReportMetric(theirs.time, "mupdf-ms")
			b.ReportMetric(ours.size/1024, "kB")
			b.ReportMetric(theirs.size/1024, "mupdf-kB")
		})
	}
}

type total struct{ time, size float64 }

func (t *total) add(other total) {
	t.time += other.time
	t.size += other.size
}

// compileComparison compiles testdata/encode.c with the flags of the package, and returns the path of the program.
func compileComparison(b *testing.B) string {
	b.Helper()
	program := filepath.Join(b.TempDir(), "encode")
	arguments := []string{"-std=gnu17", "-O2", "-I..", "-I../mupdf/include", "-o", program, "testdata/encode.c"}
	sources, err := filepath.Glob("*.c")
	if err != nil {
		b.Fatal(err)
	}
	arguments = append(arguments, sources...)
	system := runtime.GOOS + "_" + runtime.GOARCH
	arguments = append(arguments, "-L../mupdf/libs", "-lmupdf_"+system, "-lmupdfthird_"+system, "-lm")
	if out, err := exec.Command("cc", arguments...).CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	return program
}
