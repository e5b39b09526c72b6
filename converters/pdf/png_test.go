package pdf

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"os"
	"testing"

	"lectern/converters/corpustest"
	"lectern/converters/pdf/pdftest"

	"github.com/gen2brain/go-fitz"
)

// picture returns a PDF whose page shows an image of this size, one pixel per point.
func picture(width, height int, color func(x, y int) (r, g, b byte)) []byte {
	var data bytes.Buffer
	for y := range height {
		for x := range width {
			r, g, b := color(x, y)
			data.Write([]byte{r, g, b})
		}
	}
	image := pdftest.Stream(fmt.Sprintf(
		"/Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceRGB/BitsPerComponent 8", width, height), data.String())
	return pdftest.Build([]pdftest.Page{{
		Box:       fmt.Sprintf("0 0 %d %d", width, height),
		Content:   fmt.Sprintf("%d 0 0 %d 0 0 cm /X Do", width, height),
		Resources: fmt.Sprintf("/XObject<</X %d 0 R>>", pdftest.Object(0)),
	}}, image)
}

// The pixels of the PNG have exactly the colors of the page, for each color type and filter.
func TestPNGColors(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	tests := map[string]struct {
		width, height int
		color         func(x, y int) (r, g, b byte)
	}{
		"one pixel":          {1, 1, func(int, int) (r, g, b byte) { return 1, 2, 3 }},
		"white":              {700, 900, func(int, int) (r, g, b byte) { return 255, 255, 255 }},
		"gray noise":         {333, 222, func(int, int) (r, g, b byte) { v := byte(random.Uint32()); return v, v, v }},
		"a gray ramp":        {300, 100, func(x, y int) (r, g, b byte) { v := byte(x + y); return v, v, v }},
		"256 colors":         {256, 99, func(x, _ int) (r, g, b byte) { return byte(x), 7, 9 }},
		"257 colors":         {257, 99, func(x, _ int) (r, g, b byte) { return byte(x), 7, byte(x >> 8) }},
		"noise":              {301, 703, func(int, int) (r, g, b byte) { v := random.Uint32(); return byte(v), byte(v >> 8), byte(v >> 16) }},
		"rare noise":         {500, 500, func(int, int) (r, g, b byte) { v := random.Uint32(); return byte(v >> 31 & (v >> 20)), 0, 0 }},
		"a ramp in color":    {512, 300, func(x, y int) (r, g, b byte) { return byte(x / 2), byte(y), byte(x + y) }},
		"late color":         {100, 400, func(x, y int) (r, g, b byte) { return byte(x), byte(x), byte(x + y/399) }},
		"a strip":            {9000, 2, func(x, y int) (r, g, b byte) { return byte(x), byte(x >> 8), byte(y) }},
		"as wide as it goes": {14400, 3, func(x, y int) (r, g, b byte) { v := random.Uint32(); return byte(v), byte(x), byte(y) }},
		"a column":           {1, 5000, func(_, y int) (r, g, b byte) { return byte(y), byte(y >> 8), 0 }},
		"skewed": {700, 700, func(int, int) (r, g, b byte) { // optimal codes exceed Deflate's limit of 15 bits
			for r < 40 && random.Float64() < 0.618 {
				r++
			}
			return r * 5, r * 5, r * 5
		}},
		"repeats":     {400, 400, func(x, y int) (r, g, b byte) { return byte(x % 7), byte(x % 7), byte(y % 3) }},
		"far repeats": {400, 1400, func(x, y int) (r, g, b byte) { return byte(x*x + y%200), byte(x * (y % 200)), 3 }},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			pixels := image.NewNRGBA(image.Rect(0, 0, test.width, test.height))
			data := picture(test.width, test.height, func(x, y int) (r, g, b byte) {
				r, g, b = test.color(x, y)
				pixels.SetNRGBA(x, y, color.NRGBA{r, g, b, 255})
				return r, g, b
			})
			doc, _ := open(t, data)
			got, err := pngOf(doc, 1, 1)
			if err != nil {
				t.Fatal(err)
			}
			wantPixels(t, got, pixels)
		})
	}
}

func wantPixels(t *testing.T, data []byte, want image.Image) {
	t.Helper()
	got, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if got.Bounds() != want.Bounds() {
		t.Fatalf("%v, want %v", got.Bounds(), want.Bounds())
	}
	for y := range want.Bounds().Dy() {
		for x := range want.Bounds().Dx() {
			r, g, b, a := got.At(x, y).RGBA()
			if R, G, B, A := want.At(x, y).RGBA(); r != R || g != G || b != B || a != A {
				t.Fatalf("at %d, %d: %x %x %x %x, want %x %x %x %x", x, y, r, g, b, a, R, G, B, A)
			}
		}
	}
}

// TestPNGsOfCorpusAreNotMuchLarger checks that the PNGs of pages of the corpus are at most 30 % larger in total than
// the PNGs of MuPDF's encoder.
func TestPNGsOfCorpusAreNotMuchLarger(t *testing.T) {
	files := corpustest.Glob(t, "*/*.pdf")
	var ours, theirs int
	for i := 0; i < len(files); i += 12 {
		data, err := os.ReadFile(files[i])
		if err != nil {
			t.Fatal(err)
		}
		doc, info, err := tryOpen(t, data)
		if w, h := info.Size(1); err != nil || w*h > 2e6 {
			continue
		}
		got, err := pngOf(doc, 1, 1)
		other, otherErr := fitz.New(files[i])
		if err != nil || otherErr != nil {
			continue
		}
		want, err := other.ImagePNG(0, 72)
		other.Close()
		if err != nil {
			continue
		}
		ours, theirs = ours+len(got), theirs+len(want)
	}
	if ours == 0 || ours*10 > theirs*13 {
		t.Errorf("%d bytes, MuPDF's are %d", ours, theirs)
	}
	t.Logf("%d bytes, MuPDF's are %d", ours, theirs)
}

func FuzzPNG(f *testing.F) {
	f.Add(uint8(7), []byte("Any bytes at all are the colors of some picture."))
	f.Add(uint8(1), []byte{0, 0, 0, 255, 255, 255})
	f.Fuzz(func(t *testing.T, columns uint8, data []byte) {
		width := max(1, int(columns))
		height := len(data) / 3 / width
		if height == 0 || height > 200 {
			return
		}
		pixels := image.NewNRGBA(image.Rect(0, 0, width, height))
		doc, _ := open(t, picture(width, height, func(x, y int) (r, g, b byte) {
			at := data[3*(y*width+x):]
			pixels.SetNRGBA(x, y, color.NRGBA{at[0], at[1], at[2], 255})
			return at[0], at[1], at[2]
		}))
		got, err := pngOf(doc, 1, 1)
		if err != nil {
			t.Fatal(err)
		}
		wantPixels(t, got, pixels)
	})
}
