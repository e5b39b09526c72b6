package samples_test

import (
	"bytes"
	"cmp"
	"flag"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lectern/converters/template/templatetest"
)

// go test ./backend/samples -run Pictures -update draws the guide's pictures again.
var update = flag.Bool("update", false, "draw the pictures of the guide")

// The size limits of the pictures, in bytes.
const (
	maxPicture  = 30_000
	maxPictures = 1_000_000
)

// Every picture that the guide shows exists, is small, and has an alternative text.
func TestPictures(t *testing.T) {
	if *update {
		drawPictures(t)
	}
	source, err := os.ReadFile(filepath.Join(guide, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{"zoe.png": true} // used as a parameter of examples, not shown in the guide
	whole := 0
	for _, found := range regexp.MustCompile(`!\[([^\]]*)\]\(pictures/([^)]*)\)`).FindAllStringSubmatch(string(source), -1) {
		words, name := found[1], found[2]
		content, err := os.ReadFile(filepath.Join(guide, "pictures", name))
		if err != nil {
			t.Error(err)
			continue
		}
		config, err := png.DecodeConfig(bytes.NewReader(content))
		if _, paletted := config.ColorModel.(color.Palette); err != nil || !paletted || len(content) > maxPicture {
			t.Errorf("%s has %d bytes, or no palette: %v", name, len(content), err)
		}
		if len(strings.Fields(words)) < 5 {
			t.Errorf("%s says only %q", name, words)
		}
		shown[name] = true
		whole += len(content)
	}
	if len(shown) < 15 || whole > maxPictures {
		t.Errorf("%d pictures of %d bytes", len(shown), whole)
	}
	all, err := os.ReadDir(filepath.Join(guide, "pictures"))
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range all {
		if !shown[entry.Name()] {
			t.Errorf("nobody shows %s", entry.Name())
		}
	}
}

// drawPictures draws the pictures of the examples and of the samples.
func drawPictures(t *testing.T) {
	k := openToolchain(t)
	examples, err := templatetest.Examples(guide)
	if err != nil {
		t.Fatal(err)
	}
	for _, example := range examples {
		if example.Picture == "" {
			continue
		}
		template := fileOf(t, &example)
		before, after := k.pages(template), k.pages(k.fill(template, example.Params))
		switch example.Kind {
		case "template":
			k.write(example.Picture, framed(trimmed(after.images(2*1.2, 1, 9), false)))
		case "sheet":
			k.write(example.Picture, row(framed(trimmed(before.images(2*0.9, 1, 1), true)), arrow(),
				framed(trimmed(after.images(2*0.9, 1, 9), true))))
		case "slides":
			k.write(example.Picture, row(framed(before.images(2*0.28, 1, 1)), arrow(), framed(after.images(2*0.28, 1, 9))))
		}
	}
	k.drawSamples()
}

// drawSamples draws pages of the sample applications.
func (k *toolchain) drawSamples() {
	deck, params := k.sample("Quarterly deck")
	k.write("pictures/chart.png", row(framed(k.pages(deck).images(2*0.38, 3, 3)), arrow(),
		framed(k.pages(k.fill(deck, params)).images(2*0.38, 3, 3))))
	letter, params := k.sample("Offer letter")
	pages := k.pages(k.fill(letter, params))
	k.write("pictures/package.png", framed(pages.images(2*0.55, 1, 1)))
	k.write("pictures/include.png", framed(pages.images(2*0.55, 2, 2)))
}

// write writes a picture of the guide with at most 64 colors.
func (k *toolchain) write(name string, drawn image.Image) {
	k.Helper()
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&out, colored(drawn, 64)); err != nil {
		k.Fatal(err)
	}
	k.Logf("%s: %v, %d bytes", name, drawn.Bounds().Size(), out.Len())
	if err := os.WriteFile(filepath.Join(guide, name), out.Bytes(), 0o644); err != nil {
		k.Fatal(err)
	}
}

// images returns the pages from first to last as images, at a scale in pixels per point.
func (p *pages) images(scale float64, first, last int) (all []image.Image) {
	p.Helper()
	for number := first; number <= min(last, p.count); number++ {
		page, err := p.pdf.Image(p.Context(), p.source, number, scale)
		if err != nil {
			p.Fatal(err)
		}
		drawn, err := png.Decode(bytes.NewReader(page.Data))
		if err != nil {
			p.Fatal(err)
		}
		all = append(all, drawn)
	}
	return all
}

// margin is the space around the content of a page, in pixels.
const margin = 24

// content returns the bounding box of everything on a page that is not white.
func content(page image.Image) (found image.Rectangle) {
	bounds := page.Bounds()
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			if r, g, b, _ := page.At(x, y).RGBA(); r+g+b < 3*0xf000 {
				found = found.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return found
}

// trimmed returns pages without the white space around their content. Sheets are cut on all sides to the area that
// contains the content of all pages. Other pages are cut only below this area.
func trimmed(pages []image.Image, sheets bool) (all []image.Image) {
	var full image.Rectangle
	for _, page := range pages {
		full = full.Union(content(page))
	}
	full = full.Inset(-margin)
	for _, page := range pages {
		part := full
		if !sheets {
			part = page.Bounds()
			part.Max.Y = min(part.Max.Y, full.Max.Y)
		}
		cut := image.NewRGBA(image.Rectangle{Max: part.Size()})
		draw.Draw(cut, cut.Bounds(), image.White, image.Point{}, draw.Src)
		draw.Draw(cut, cut.Bounds(), page, part.Min, draw.Over)
		all = append(all, cut)
	}
	return all
}

// gap is the space between pictures in pixels.
const gap = 10

// row returns an image of several images side by side.
func row(all ...image.Image) image.Image {
	size := image.Point{X: -gap}
	for _, one := range all {
		size = image.Pt(size.X+gap+one.Bounds().Dx(), max(size.Y, one.Bounds().Dy()))
	}
	out := image.NewRGBA(image.Rectangle{Max: size})
	x := 0
	for _, one := range all {
		bounds := one.Bounds()
		place := image.Pt(x, (size.Y-bounds.Dy())/2)
		draw.Draw(out, image.Rectangle{Min: place, Max: place.Add(bounds.Size())}, one, bounds.Min, draw.Src)
		x += bounds.Dx() + gap
	}
	return out
}

// framed returns pages with a thin border, side by side.
func framed(pages []image.Image) image.Image {
	var all []image.Image
	for _, page := range pages {
		bounds := page.Bounds()
		one := image.NewRGBA(image.Rectangle{Max: bounds.Size().Add(image.Pt(2, 2))})
		draw.Draw(one, one.Bounds(), image.NewUniform(color.Gray{0xc0}), image.Point{}, draw.Src)
		draw.Draw(one, one.Bounds().Inset(1), page, bounds.Min, draw.Src)
		all = append(all, one)
	}
	return row(all...)
}

// arrow draws an arrow from the template to the result.
func arrow() image.Image {
	const size = 18
	out := image.NewRGBA(image.Rect(0, 0, size, size))
	for x := range size {
		for y := range size {
			if x/2+max(y-size/2, size/2-y) < size/2 {
				out.Set(x, y, color.Gray{0x80})
			}
		}
	}
	return out
}

// colored returns an image with only its most frequent colors.
func colored(drawn image.Image, most int) *image.Paletted {
	const step = 0xff / 15 // smaller differences count as the same color
	count := map[color.RGBA]int{}
	at := func(x, y int) color.RGBA {
		found := color.RGBAModel.Convert(drawn.At(x, y)).(color.RGBA)
		if found.A == 0 {
			return found
		}
		round := func(c uint8) uint8 { return uint8((int(c) + step/2) / step * step) }
		return color.RGBA{round(found.R), round(found.G), round(found.B), 0xff}
	}
	bounds := drawn.Bounds()
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			count[at(x, y)]++
		}
	}
	rank := func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), slices.Compare([]byte{a.R, a.G, a.B, a.A}, []byte{b.R, b.G, b.B, b.A}))
	}
	var palette color.Palette
	for _, one := range slices.SortedFunc(maps.Keys(count), rank) {
		palette = append(palette, one)
	}
	out := image.NewPaletted(bounds, palette[:min(most, len(palette))])
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			out.Set(x, y, at(x, y))
		}
	}
	return out
}
