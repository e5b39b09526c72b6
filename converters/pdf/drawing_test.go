package pdf

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/converters/pdf/pdftest"
)

// svgOf returns the SVG of a page.
func svgOf(doc *Document, page int) ([]byte, error) {
	drawn, err := doc.SVG(page)
	return drawn.Data, err
}

// pngOf returns a page as PNG. scale is the number of pixels per point.
func pngOf(doc *Document, page int, scale float64) ([]byte, error) {
	drawn, err := doc.PNG(page, scale)
	return drawn.Data, err
}

func TestPNG(t *testing.T) {
	tests := map[string]struct {
		page          pdftest.Page
		scale         float64
		width, height int
	}{
		"as it is":       {pdftest.Page{Box: "0 0 200 100"}, 1, 200, 100},
		"scaled":         {pdftest.Page{Box: "0 0 200 100"}, 1.5, 300, 150},
		"rotated":        {pdftest.Page{Box: "0 0 200 100", Extra: "/Rotate 90"}, 2, 200, 400},
		"tiny":           {pdftest.Page{Box: "0 0 200 100"}, 0.0001, 1, 1},
		"14,400 inches":  {pdftest.Page{Box: "0 0 1036800 1036800"}, 1, 7071, 7071}, // SECURITY.md, promise 21 (limits of pages)
		"a long strip":   {pdftest.Page{Box: "0 0 1036800 10"}, 1, 14400, 1},
		"scaled a lot":   {pdftest.Page{Box: "0 0 1036800 10"}, 3, 32767, 2},
		"asks for a lot": {pdftest.Page{Box: "0 0 200 100"}, 1e9, 10000, 5000},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			test.page.Content = "1 0 0 rg 0 0 2000000 2000000 re f"
			doc, _ := open(t, pdftest.Build([]pdftest.Page{test.page}))
			data, err := pngOf(doc, 1, test.scale)
			if err != nil {
				t.Fatal(err)
			}
			config, err := png.DecodeConfig(bytes.NewReader(data))
			if err != nil || config.Width != test.width || config.Height != test.height {
				t.Errorf("got %d × %d, %v, want %d × %d", config.Width, config.Height, err, test.width, test.height)
			}
		})
	}
}

func TestPNGShowsTheWholePage(t *testing.T) {
	// The red rectangle fills the crop box, which does not begin at the origin.
	page := pdftest.Page{Box: "0 0 200 100", Extra: "/CropBox[100 50 200 100]", Content: "1 0 0 rg 100 50 100 50 re f"}
	doc, _ := open(t, pdftest.Build([]pdftest.Page{page}))
	data, err := pngOf(doc, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range [][2]int{{0, 0}, {99, 0}, {0, 49}, {99, 49}, {50, 25}} {
		if r, g, b, _ := img.At(at[0], at[1]).RGBA(); r != 0xFFFF || g != 0 || b != 0 {
			t.Errorf("at %v: %x %x %x, want red", at, r, g, b)
		}
	}
}

func TestGolden(t *testing.T) {
	doc, _ := open(t, pdftest.Build([]pdftest.Page{{
		Box: "0 0 200 100",
		Content: "BT /F 12 Tf 20 70 Td (Hello,  world) Tj 0 -20 Td (\\251 <a & \"b\">) Tj ET " +
			"0 0 1 rg 20 10 160 5 re f BT /F 8 Tf 0 1 -1 0 190 20 Tm (Upright) Tj ET",
	}}))
	words, err := doc.Words(1)
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.MarshalIndent(words, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "tiny.words.json", append(data, '\n'))
	svg, err := svgOf(doc, 1)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "tiny.svg", svg)
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs (-update writes it anew); got\n%s", path, got)
	}
}

// A page that cannot be written as SVG, because an image is too large for its PNG form, is drawn as one image.
func TestSVGFallsBackToAnImage(t *testing.T) {
	doc, _ := open(t, pdftest.HugeImage(30_000))
	svg, err := svgOf(doc, 1)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(svg), "base64,")
	encoded, _, _ := strings.Cut(rest, `"`)
	data, err := base64.StdEncoding.DecodeString(encoded)
	if !found || err != nil {
		t.Fatalf("no image in %.200s, %v", svg, err)
	}
	if config, err := png.DecodeConfig(bytes.NewReader(data)); err != nil || config.Width != 1190 {
		t.Errorf("the image: %+v, %v", config, err)
	}
}
