package pdf

/*
#include "document/api.h"
#include "draw/api.h"
#include "text/api.h"
*/
import "C"

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"math"
	"unsafe"

	"lectern/converters/pdf/layout"
	"lectern/converters/pdf/typeset"
	"lectern/converters/wire"
)

// SVG draws a page (numbered from 1) as one <svg> element with ids that are unique in the document. If the page cannot
// be drawn as SVG, the element contains an image of the page. The bytes are valid until the next call.
func (d *Document) SVG(page int) (wire.PDFResult, error) {
	var out C.lectern_bytes
	firstID := page % (math.MaxInt32 / idsPerPage) * idsPerPage
	code := C.lectern_svg(d.c, C.int(page-1), C.int(firstID), &out)
	switch code {
	case C.LECTERN_OK:
	case C.LECTERN_DAMAGED, C.LECTERN_NESTED, C.LECTERN_MEMORY, C.LECTERN_TOO_LARGE:
		return d.imageSVG(page, d.fault(code))
	default:
		return wire.PDFResult{}, d.fault(code)
	}
	defer C.lectern_drop_bytes(d.c, &out)
	svg, font := d.tidy(view(&out))
	if cap(svg) > keptSVG || out.size > keptSVG {
		d.svg, d.typesetSVG, d.setter = nil, nil, typeset.Setter{}
	}
	return d.imageIfHeavy(page, wire.PDFResult{Data: svg, Drawn: wire.Drawn{Font: font}})
}

// tidy converts MuPDF's SVG for browsers, with text instead of glyphs. It also returns the position of the style
// element with the font. The next call reuses the memory.
func (d *Document) tidy(drawn []byte) (svg []byte, font wire.Range) {
	set, styleAt, styleEnd := d.setter.Append(d.typesetSVG[:0], drawn)
	svg = appendTidySVG(d.svg[:0], set[:styleAt])
	font.Start = len(svg)
	svg = append(svg, set[styleAt:styleEnd]...)
	font.End = len(svg)
	svg = appendTidySVG(svg, set[styleEnd:])
	d.svg, d.typesetSVG = svg, set
	return svg, font
}

// An SVG above one of these limits is heavy. On two busy cores, Chromium painted 5,000 paths in half a second, 20,000
// in 1 to 3 seconds, 50,000 in 3 to 9 and 100,000 in 7 to 18. It paints them again at each change of the zoom.
const (
	heavyNodes = 40_000
	heavyBytes = 4 << 20
	// An SVG that is heavy only in bytes is replaced by the image if the SVG has at least minSizeRatio times as many
	// bytes as the image. Below that ratio, the SVG is kept because it is sharp at any zoom.
	minSizeRatio = 2
)

// imageIfHeavy returns the page as an image if its SVG is heavy and the image is not, else the SVG.
func (d *Document) imageIfHeavy(page int, drawing wire.PDFResult) (wire.PDFResult, error) {
	svg := drawing.Data
	manyNodes := len(svg) > heavyNodes && bytes.Count(svg, []byte{'<'})-bytes.Count(svg, []byte("</")) > heavyNodes
	if !manyNodes && len(svg) <= heavyBytes {
		return drawing, nil
	}
	image, err := d.imageSVG(page, errNoImage)
	switch {
	case errors.Is(err, errNoImage):
		return drawing, nil
	case err != nil:
		return wire.PDFResult{}, err
	case manyNodes || minSizeRatio*len(image.Data) < len(svg):
		return image, nil
	}
	return drawing, nil
}

// errNoImage is returned for a page that cannot be drawn as an image.
var errNoImage = errors.New("no image")

// imageSVG returns a page as an image in an <svg> element. Drawing an image succeeds for some pages that fail as SVG,
// such as pages that contain a too large image. If both fail, the more specific error is returned.
func (d *Document) imageSVG(page int, cause error) (wire.PDFResult, error) {
	var width, height C.float
	if C.lectern_page_size(d.c, C.int(page-1), &width, &height) != C.LECTERN_OK {
		return wire.PDFResult{}, cause
	}
	png, err := d.PNG(page, 2)
	if fault, ok := errors.AsType[*Fault](err); ok && fault.Kind != wire.PDFDamaged {
		return wire.PDFResult{}, err
	}
	if err != nil {
		return wire.PDFResult{}, cause
	}
	png.Data = fmt.Appendf(nil,
		`<svg data-scale="%.3[4]g" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1" width="%[1]g" `+
			`height="%[2]g" viewBox="0 0 %[1]g %[2]g">`+
			`<image width="%[1]g" height="%[2]g" xlink:href="data:image/png;base64,%[3]s"/></svg>`,
		width, height, base64.StdEncoding.EncodeToString(png.Data), png.Scale)
	return png, nil
}

// PNG draws a page (numbered from 1). scale is the number of pixels per point; it is reduced if the image would exceed
// the limit.
func (d *Document) PNG(page int, scale float64) (wire.PDFResult, error) {
	var out C.lectern_bytes
	drawn := C.float(scale)
	code := C.lectern_png(d.c, C.int(page-1), &drawn, &out)
	if code != C.LECTERN_OK {
		return wire.PDFResult{}, d.fault(code)
	}
	defer C.lectern_drop_bytes(d.c, &out)
	return wire.PDFResult{Data: append([]byte(nil), view(&out)...), Drawn: wire.Drawn{Scale: float64(drawn)}}, nil
}

// Words returns the words and links of a page (numbered from 1).
func (d *Document) Words(page int) (wire.Words, error) {
	words, err := d.words(page, nil)
	if err != nil {
		return wire.Words{}, err
	}
	words.Links, err = d.links(page)
	return words, err
}

// words returns the words of a page without its links.
func (d *Document) words(page int, missing missingGlyphs) (wire.Words, error) {
	read, err := d.read(page, missing)
	if err != nil {
		return wire.Words{}, err
	}
	titles, err := d.titlesOf(page)
	if err != nil {
		return wire.Words{}, err
	}
	words := wire.Words{Page: page, Width: read.Width, Height: read.Height}
	words.Lines, words.Blocks = read.Blocks(titles)
	return words, nil
}

// Text returns the text of a page (numbered from 1) in the form of [wire.Words.Text].
func (d *Document) Text(page int) (string, error) { return d.text(page, nil) }

func (d *Document) text(page int, missing missingGlyphs) (string, error) {
	words, err := d.words(page, missing)
	if err != nil {
		return "", err
	}
	text, _ := words.Text()
	return text, nil
}

// read reads the characters of a page. Characters without a glyph are added to the counts in missing, unless missing is
// nil.
func (d *Document) read(page int, missing missingGlyphs) (layout.Page, error) {
	var out C.lectern_text
	var wanted C.int
	if missing != nil {
		wanted = 1
	}
	code := C.lectern_chars(d.c, C.int(page-1), wanted, &out)
	if code != C.LECTERN_OK {
		return layout.Page{}, d.fault(code)
	}
	defer C.lectern_drop_text(d.c, &out)
	missing.add(&out.missing_glyphs)
	return layout.Page{
		Width: wire.Hundredths(float64(out.width)), Height: wire.Hundredths(float64(out.height)),
		Chars: copyChars(&out.chars), Elements: copyElements(&out.elements),
	}, nil
}

func copyChars(out *C.lectern_bytes) []layout.Char {
	if out.size == 0 {
		return nil
	}
	all := unsafe.Slice((*C.lectern_char)(unsafe.Pointer(out.data)), int(out.size)/C.sizeof_lectern_char)
	chars := make([]layout.Char, len(all))
	for i, c := range all {
		chars[i] = layout.Char{
			Rune: rune(c.rune), Block: int(c.block), Line: int(c.line),
			Element: int(c.element), Bold: c.bold != 0, Size: float64(c.size),
			Box: wire.Box{float64(c.x0), float64(c.y0), float64(c.x1), float64(c.y1)},
		}
	}
	return chars
}

func copyElements(out *C.lectern_bytes) []layout.Element {
	if out.size == 0 {
		return nil
	}
	all := unsafe.Slice((*C.lectern_element)(unsafe.Pointer(out.data)), int(out.size)/C.sizeof_lectern_element)
	elements := make([]layout.Element, len(all))
	for i, e := range all {
		elements[i] = layout.Element{Parent: int(e.parent), Kind: layout.Kind(e.kind), Index: int(e.index)}
	}
	return elements
}
