package pdf

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"lectern/converters/pdf/pdftest"
	"lectern/converters/wire"
)

// limited opens data with limits: the default limits after the function change has modified them.
func limited(t *testing.T, data []byte, change func(*Limits)) (*Document, wire.Info, error) {
	t.Helper()
	limits := DefaultLimits()
	change(&limits)
	return openWith(t, data, "", func(doc *Document) { doc.SetLimits(limits) })
}

// A document with more pages than the limit is rejected, with the number of its pages.
//
// SECURITY.md, promise 21 (limits of pages)
func TestLimitOfPages(t *testing.T) {
	data := pdftest.EmptyPages(11)
	if _, info, err := limited(t, data, func(l *Limits) { l.Pages = 11 }); err != nil || info.Pages != 11 {
		t.Errorf("%d pages, %v", info.Pages, err)
	}
	_, _, err := limited(t, data, func(l *Limits) { l.Pages = 10 })
	var fault *Fault
	if !errors.As(err, &fault) || fault.Kind != wire.PDFPages || fault.Pages != 11 {
		t.Errorf("got %+v", err)
	}
}

// A page with a side of 14,400 inches is scaled down to 200 inches, and so are the positions of its words, links and
// outline targets.
//
// SECURITY.md, promise 21 (limits of pages)
func TestLimitOfSides(t *testing.T) {
	object := pdftest.PageObject(1, 0)
	page := pdftest.Page{
		Box:     "0 0 1036800 518400",
		Content: "BT /F 72000 Tf 72000 36000 Td (Big) Tj ET",
		Extra:   fmt.Sprintf("/Annots[<</Type/Annot/Subtype/Link/Rect[72000 0 144000 72000]/Dest[%d 0 R/XYZ 36000 446400 0]>>]", object),
	}
	data := pdftest.WithCatalog(fmt.Sprintf("/Outlines<</First %d 0 R>>", pdftest.Object(0)), []pdftest.Page{page},
		fmt.Sprintf("<</Title(There)/Dest[%d 0 R/XYZ 36000 446400 0]>>", object))
	doc, info := open(t, data)
	if w, h := info.Size(1); w != 14400 || h != 7200 {
		t.Errorf("the page is %v × %v", w, h)
	}
	svg, err := svgOf(doc, 1)
	if err != nil || !bytes.Contains(svg, []byte(`width="14400" height="7200"`)) {
		t.Errorf("svg: %.300s, %v", svg, err)
	}
	words, err := doc.Words(1)
	if err != nil || words.Width != 14400 || words.Height != 7200 || len(words.Lines) != 1 {
		t.Fatalf("words: %+v, %v", words, err)
	}
	if box := words.Lines[0].Box; box[0] != 1000 || box[2] < 2000 || box[2] > 3500 {
		t.Errorf("the word is at %v", box)
	}
	target := `{"page":1,"left":500,"top":1000}`
	if got, want := asJSON(t, words.Links), `[{"box":[1000,6200,2000,7200],"target":`+target+`}]`; got != want {
		t.Errorf("links: got %s, want %s", got, want)
	}
	outline := details(t, data).Outline
	if got, want := asJSON(t, outline), `[{"title":"There","target":`+target+`}]`; got != want {
		t.Errorf("outline: got %s, want %s", got, want)
	}
}

// A page whose SVG would exceed the size limit is returned as an SVG that contains an image of the page.
//
// SECURITY.md, promise 21 (limits of pages)
func TestLimitOfSVG(t *testing.T) {
	content := strings.Repeat("1 0 0 rg 3 3 9 9 re f ", 10_000)
	data := pdftest.Build([]pdftest.Page{{Box: "0 0 200 100", Content: content}})
	for size, want := range map[int64]string{64 << 20: "<path", 100 << 10: "<image"} {
		doc, _, err := limited(t, data, func(l *Limits) { l.SVG = size })
		if err != nil {
			t.Fatal(err)
		}
		svg, err := svgOf(doc, 1)
		if err != nil || !bytes.Contains(svg, []byte(want)) || int64(len(svg)) > size {
			t.Errorf("within %d: %d bytes, %.200s, %v", size, len(svg), svg, err)
		}
		if text, err := doc.Text(1); text != "" || err != nil {
			t.Errorf("afterwards: %q, %v", text, err)
		}
	}
}

// A drawing that a browser would need seconds to paint is returned as an image.
func TestHeavyDrawing(t *testing.T) {
	for lines, picture := range map[int]bool{10_000: false, 45_000: true} {
		source := pdftest.Page{Content: strings.Repeat("1 1 m 2 2 l S ", lines)}
		doc, _ := open(t, pdftest.Build([]pdftest.Page{source}))
		page, err := doc.SVG(1)
		if err != nil {
			t.Fatal(err)
		}
		if got := page.Scale > 0; got != picture {
			t.Errorf("%d lines: a picture: %v, in %d bytes", lines, got, len(page.Data))
		}
	}
}

func TestLimitOfPixels(t *testing.T) {
	doc, _, err := limited(t, pdftest.Build([]pdftest.Page{{Box: "0 0 200 100"}}), func(l *Limits) { l.Pixels = 800 })
	if err != nil {
		t.Fatal(err)
	}
	data, err := pngOf(doc, 1, 3)
	if err != nil || !bytes.Contains(data, []byte("IHDR\x00\x00\x00\x28\x00\x00\x00\x14")) {
		t.Errorf("%.30q, %v", data, err)
	}
}

// If a page was scaled down, the details, the SVG and the PNG state the scale.
//
// SECURITY.md, promise 21 (limits of pages)
func TestReducedScaleIsReported(t *testing.T) {
	content := strings.Repeat("1 0 0 rg 3 3 9 9 re f ", 10_000)
	data := pdftest.Build([]pdftest.Page{{Box: "0 0 200 100", Content: content}, {Box: "0 0 50 100"}, {Box: "0 0 200 201"}})
	for name, test := range map[string]struct {
		side, pixels float64
		svg          int64
		details      string  // expected Details.Shrunk, as JSON
		picture      string  // expected beginning of the SVG of page 1
		drawing      float64 // expected scale of that SVG; 0 if it contains no image of the page
		density      string  // expected pixels per metre of page 1 as PNG, requested with 4 pixels per point
		scale        float64 // expected scale of that PNG
	}{
		"no limit":        {300, 50e6, 64 << 20, `null`, `<svg xmlns=`, 0, "\x00\x00\x2c\x4b", 4}, // 11,339 per metre
		"a side":          {200, 50e6, 64 << 20, `{"pages":1,"side":200}`, `<svg xmlns=`, 0, "\x00\x00\x2c\x4b", 4},
		"a shorter side":  {100, 50e6, 64 << 20, `{"pages":2,"side":100}`, `<svg xmlns=`, 0, "\x00\x00\x2c\x4b", 4},
		"pixels":          {300, 200, 64 << 20, `null`, `<svg xmlns=`, 0, "\x00\x00\x01\x1b", 0.1}, // 283 per metre
		"a drawing":       {300, 50e6, 100 << 10, `null`, `<svg data-scale="2" xmlns=`, 2, "\x00\x00\x2c\x4b", 4},
		"drawing, pixels": {300, 200, 100 << 10, `null`, `<svg data-scale="0.1" xmlns=`, 0.1, "\x00\x00\x01\x1b", 0.1},
	} {
		doc, _, err := limited(t, data, func(l *Limits) { l.Side, l.Pixels, l.SVG = test.side, test.pixels, test.svg })
		if err != nil {
			t.Fatal(err)
		}
		told, err := doc.Details()
		if got := asJSON(t, told.Shrunk); err != nil || got != test.details {
			t.Errorf("%s: the details say %s, %v; want %s", name, got, err, test.details)
		}
		svg, err := doc.SVG(1)
		if err != nil || !bytes.HasPrefix(svg.Data, []byte(test.picture)) || math.Abs(svg.Scale-test.drawing) > 1e-6 {
			t.Errorf("%s: svg at scale %g %.100s, %v", name, svg.Scale, svg.Data, err)
		}
		page, err := doc.PNG(1, 4)
		png := page.Data
		if math.Abs(page.Scale-test.scale) > 1e-6 {
			t.Errorf("%s: png at scale %g, want %g", name, page.Scale, test.scale)
		}
		if want := "\x00\x00\x00\x09pHYs" + test.density + test.density + "\x01"; err != nil || string(png[33:50]) != want {
			t.Errorf("%s: png %q, %v", name, png[:min(len(png), 60)], err)
		}
	}
}

// SVG, PNG and text of a page with too deeply nested graphics states or arrays fail with PDFNested. Other pages are not
// affected.
//
// SECURITY.md, promise 15 (damaged files)
func TestNestedPage(t *testing.T) {
	for name, content := range map[string]string{"states": strings.Repeat("q ", 100_000), "arrays": strings.Repeat("[", 100_000)} {
		doc, _ := open(t, pdftest.Build([]pdftest.Page{pdftest.Text("one"), {Content: content}}))
		_, svg := svgOf(doc, 2)
		_, png := pngOf(doc, 2, 1)
		_, text := doc.Text(2)
		for _, err := range []error{svg, png, text} {
			if kind(err) != wire.PDFNested {
				t.Errorf("%s: got %v", name, err)
			}
		}
		if text, err := doc.Text(1); err != nil || text != "one\n" {
			t.Errorf("%s: page 1 has %q, %v", name, text, err)
		}
	}
}
