package pdf

import (
	"bytes"
	"errors"
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gen2brain/go-fitz"

	"lectern/converters/corpustest"
	"lectern/converters/pdf/pdftest"
	"lectern/converters/wire"
)

var update = flag.Bool("update", false, "write the golden files anew")

// open opens data, and fails the test if it is not a readable PDF.
func open(t *testing.T, data []byte) (*Document, wire.Info) {
	t.Helper()
	doc, info, err := tryOpen(t, data)
	if err != nil {
		t.Fatal(err)
	}
	return doc, info
}

func tryOpen(t *testing.T, data []byte) (*Document, wire.Info, error) {
	t.Helper()
	return tryUnlock(t, data, "")
}

func tryUnlock(t *testing.T, data []byte, password string) (*Document, wire.Info, error) {
	t.Helper()
	return openWith(t, data, password, func(*Document) {})
}

// openWith opens data with a new document, after prepare has configured the document.
func openWith(t *testing.T, data []byte, password string, prepare func(*Document)) (*Document, wire.Info, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "document.pdf")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	doc, err := New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(doc.Close)
	prepare(doc)
	info, err := doc.Open(file, password)
	doc.Begin()
	return doc, info, err
}

// kind returns the kind of a Fault, or the error itself if it is none.
func kind(err error) any {
	var fault *Fault
	if errors.As(err, &fault) {
		return fault.Kind
	}
	return err
}

func TestOpenRefuses(t *testing.T) {
	good := pdftest.Build([]pdftest.Page{pdftest.Text("Hello")})
	tests := map[string]struct {
		data []byte
		want any
	}{
		"needs a password":  {pdftest.Protected, wire.PDFProtected},
		"empty":             {nil, wire.PDFDamaged},
		"no PDF":            {[]byte("Dear Sir or Madam"), wire.PDFDamaged},
		"only a beginning":  {good[:40], wire.PDFDamaged},
		"no page":           {pdftest.Build(nil), wire.PDFEmpty},
		"zeros":             {make([]byte, 10_000), wire.PDFDamaged},
		"a picture":         {[]byte("\x89PNG\r\n\x1a\n0000IHDR"), wire.PDFDamaged},
		"a web page":        {[]byte("<!DOCTYPE html><p>Hello"), wire.PDFDamaged},
		"another's header":  {append([]byte("%PDF-1.7\n"), "PK\x03\x04"...), wire.PDFDamaged},
		"an empty catalog":  {[]byte(strings.Replace(string(good), "/Pages 2 0 R", "            ", 1)), wire.PDFDamaged},
		"nested too deeply": {pdftest.WithCatalog("/Deep "+strings.Repeat("[", 10_000), []pdftest.Page{{}}), wire.PDFNested},
		"another's lock":    {bytes.Replace(pdftest.Locked, []byte("/Standard"), []byte("/AdobePKI"), 1), wire.PDFEncrypted},
		"a newer lock":      {bytes.Replace(pdftest.Locked, []byte("/R 6"), []byte("/R 9"), 1), wire.PDFEncrypted},
		"a catalog in vain": {[]byte("%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj trailer<</Root 1 0 R>>"), wire.PDFDamaged},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if _, info, err := tryOpen(t, test.data); kind(err) != test.want {
				t.Errorf("got %+v, %v, want %v", info, err, test.want)
			}
		})
	}
}

func TestOpenRepairs(t *testing.T) {
	good := string(pdftest.Build([]pdftest.Page{pdftest.Text("Hello")}))
	tests := map[string]string{
		"no cross-references":     good[:strings.Index(good, "xref")] + good[strings.Index(good, "trailer"):],
		"wrong cross-references":  strings.Replace(good, "\nxref\n0 ", "\nxref\n9 ", 1),
		"cut at the trailer":      good[:strings.Index(good, "xref")],
		"bytes before the header": "HTTP/1.1 200 OK\r\n\r\n" + good,
	}
	for name, data := range tests {
		t.Run(name, func(t *testing.T) {
			doc, info := open(t, []byte(data))
			text, err := doc.Text(1)
			if info.Pages != 1 || text != "Hello\n" || err != nil {
				t.Errorf("got %d pages, text %q, %v", info.Pages, text, err)
			}
		})
	}
}

func TestInfo(t *testing.T) {
	_, info := open(t, pdftest.Build([]pdftest.Page{{}, {}, pdftest.Text("x")}))
	if info.Title != "A tiny PDF" || info.Encrypted || info.Pages != 3 {
		t.Errorf("got %+v", info)
	}
	if _, info := open(t, pdftest.Locked); !info.Encrypted {
		t.Errorf("a locked PDF: got %+v", info)
	}
}

// oddPages are pages with unusual properties, with the expected sizes in points.
var oddPages = map[string]struct {
	page          pdftest.Page
	width, height float64
}{
	"plain":             {pdftest.Page{Box: "0 0 200 100"}, 200, 100},
	"rotated":           {pdftest.Page{Box: "0 0 200 100", Extra: "/Rotate 90"}, 100, 200},
	"rotated backwards": {pdftest.Page{Box: "0 0 200 100", Extra: "/Rotate -270"}, 100, 200},
	"half a turn":       {pdftest.Page{Box: "0 0 200 100", Extra: "/Rotate 180"}, 200, 100},
	"user unit":         {pdftest.Page{Box: "0 0 200 100", Extra: "/UserUnit 2.5"}, 500, 250},
	"cropped":           {pdftest.Page{Box: "0 0 200 100", Extra: "/CropBox[10 20 110 60]"}, 100, 40},
	"cropped outside":   {pdftest.Page{Box: "0 0 200 100", Extra: "/CropBox[-50 -50 300 60]"}, 200, 60},
	"away from origin":  {pdftest.Page{Box: "-50 -60 50 60"}, 100, 120},
	"corners swapped":   {pdftest.Page{Box: "200 100 0 0"}, 200, 100},
	"fractions":         {pdftest.Page{Box: "0 0 595.2756 841.8898"}, 595.28, 841.89},
	"empty box":         {pdftest.Page{Box: "0 0 0 0"}, 612, 792},
	"no numbers":        {pdftest.Page{Box: "/a /b"}, 612, 792},
}

func TestSizes(t *testing.T) {
	for name, test := range oddPages {
		t.Run(name, func(t *testing.T) {
			doc, info := open(t, pdftest.Build([]pdftest.Page{test.page}))
			if w, h := info.Size(1); w != test.width || h != test.height {
				t.Errorf("got %v × %v, want %v × %v", w, h, test.width, test.height)
			}
			// Loading the page must give the same size as reading its dictionary without loading it.
			words, err := doc.Words(1)
			if err != nil || words.Width != test.width || words.Height != test.height {
				t.Errorf("the loaded page is %v × %v, %v", words.Width, words.Height, err)
			}
		})
	}
}

func TestSizesOfCorpusAreGoFitzs(t *testing.T) {
	files := corpustest.Glob(t, "*/*.pdf")
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		_, info, err := tryOpen(t, data)
		if err != nil {
			continue
		}
		other, err := fitz.New(path)
		if err != nil {
			t.Errorf("%s: go-fitz: %v", path, err)
			continue
		}
		if other.NumPage() != info.Pages {
			t.Errorf("%s: %d pages, go-fitz %d", path, info.Pages, other.NumPage())
		}
		for page := range min(info.Pages, 20) {
			bound, err := other.Bound(page)
			w, h := info.Size(page + 1)
			// The tolerance is one point, because go-fitz rounds the corners to integer points.
			if err != nil || math.Abs(float64(bound.Dx())-w) > 1.01 || math.Abs(float64(bound.Dy())-h) > 1.01 {
				t.Errorf("%s page %d: %v × %v, go-fitz %v, %v", path, page+1, w, h, bound, err)
			}
		}
		other.Close()
	}
}

func TestTenThousandPages(t *testing.T) {
	doc, info := open(t, pdftest.EmptyPages(10_000))
	if info.Pages != 10_000 || len(info.Sizes) != 2_000 {
		t.Errorf("got %d pages in %d runs", info.Pages, len(info.Sizes))
	}
	if w, h := info.Size(10_000); w != 842 || h != 595 {
		t.Errorf("the last page is %v × %v", w, h)
	}
	if _, err := svgOf(doc, 10_000); err != nil {
		t.Error(err)
	}
}

func TestPagesThatThereAreNot(t *testing.T) {
	doc, _ := open(t, pdftest.Build([]pdftest.Page{{}}))
	for _, page := range []int{0, 2, -1, math.MaxInt32, math.MinInt32} {
		_, svgErr := svgOf(doc, page)
		_, pngErr := pngOf(doc, page, 1)
		_, wordsErr := doc.Words(page)
		_, textErr := doc.Text(page)
		for _, err := range []error{svgErr, pngErr, wordsErr, textErr} {
			if kind(err) != wire.PDFNoPage {
				t.Errorf("page %d: %v", page, err)
			}
		}
	}
}

func TestText(t *testing.T) {
	doc, _ := open(t, pdftest.Build([]pdftest.Page{{
		Content: "BT /F 12 Tf 20 700 Td (One) Tj 0 -14 Td (Two) Tj 0 -200 Td (Far  away) Tj ET",
	}, {}}))
	for page, want := range map[int]string{1: "One\nTwo\n\nFar away\n", 2: ""} {
		if got, err := doc.Text(page); got != want || err != nil {
			t.Errorf("page %d: got %q, %v, want %q", page, got, err, want)
		}
	}
}

func TestWarm(t *testing.T) {
	doc, _ := open(t, []byte(warmPDF))
	if text, err := doc.Text(1); text != "Lectern\n" || err != nil {
		t.Errorf("the page that warms has the text %q, %v", text, err)
	}
	path := filepath.Join(t.TempDir(), "document.pdf")
	if err := os.WriteFile(path, pdftest.Build([]pdftest.Page{{}, pdftest.Text("Another")}), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	warm, err := New()
	if err != nil {
		t.Fatal(err)
	}
	defer warm.Close()
	warm.Warm()
	if _, err := warm.Text(1); kind(err) != wire.PDFNoPage {
		t.Errorf("before a document is open: %v", err)
	}
	if info, err := warm.Open(file, ""); info.Pages != 2 || err != nil {
		t.Fatalf("%+v, %v", info, err)
	}
	if text, err := warm.Text(2); text != "Another\n" || err != nil {
		t.Errorf("got %q, %v", text, err)
	}
}
