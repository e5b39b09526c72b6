package pdf

/*
#include "lectern_pdf.h"
*/
import "C"

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"unsafe"

	"lectern/converters/pdf/typeset"
	"lectern/converters/wire"
)

// SVG is a page, which counts from 1, as one <svg> element, with ids that no
// other page of the document has. What cannot be said in SVG comes as an image in
// it. The bytes are good until the next call.
func (d *Document) SVG(page int) ([]byte, error) {
	var out C.lectern_bytes
	firstID := page % (math.MaxInt32 / idsPerPage) * idsPerPage
	code := C.lectern_svg(d.c, C.int(page-1), C.int(firstID), &out)
	switch code {
	case C.LECTERN_OK:
	case C.LECTERN_DAMAGED, C.LECTERN_NESTED, C.LECTERN_MEMORY, C.LECTERN_TOO_MUCH:
		return d.imageSVG(page, d.fault(code))
	default:
		return nil, d.fault(code)
	}
	defer C.lectern_drop_bytes(d.c, &out)
	set := d.setter.Append(d.set[:0], view(&out))
	svg := appendTidySVG(d.svg[:0], set)
	d.svg, d.set = svg, set
	if cap(svg) > keptSVG || out.size > keptSVG {
		d.svg, d.set, d.setter = nil, nil, typeset.Setter{}
	}
	return d.lighter(page, svg)
}

// Beyond one of these a page's SVG is heavy. Chromium on two busy cores took half a second
// for 5,000 paths to be painted, 1 to 3 seconds for 20,000, 3 to 9 for 50,000 and 7 to 18 for
// 100,000, and as long again whenever the page was zoomed.
const (
	heavyNodes = 40_000
	heavyBytes = 4 << 20
	// worthIt is how many times heavier than its picture a drawing must be for being heavy in
	// bytes alone: it stays sharp at any zoom.
	worthIt = 2
)

// lighter is the page as an image where its SVG is heavy and the image is not, or else the SVG.
func (d *Document) lighter(page int, svg []byte) ([]byte, error) {
	manyNodes := len(svg) > heavyNodes && bytes.Count(svg, []byte{'<'})-bytes.Count(svg, []byte("</")) > heavyNodes
	if !manyNodes && len(svg) <= heavyBytes {
		return svg, nil
	}
	image, err := d.imageSVG(page, errNoImage)
	switch {
	case errors.Is(err, errNoImage):
		return svg, nil
	case err != nil:
		return nil, err
	case manyNodes || worthIt*len(image) < len(svg):
		return image, nil
	}
	return svg, nil
}

// errNoImage says of a page that it cannot be drawn as an image.
var errNoImage = errors.New("no image")

// imageSVG is the page as an image in an <svg> element: drawing goes on where
// writing SVG gives up, at an image that is too large for instance. If that
// fails, too, the error is the one that tells more.
func (d *Document) imageSVG(page int, cause error) ([]byte, error) {
	var width, height C.float
	if C.lectern_page_size(d.c, C.int(page-1), &width, &height) != C.LECTERN_OK {
		return nil, cause
	}
	png, err := d.PNG(page, 2)
	if fault, ok := errors.AsType[*Fault](err); ok && fault.Kind != wire.PDFDamaged {
		return nil, err
	}
	if err != nil {
		return nil, cause
	}
	scale := float64(binary.BigEndian.Uint32(png[16:])) / float64(width) // its width is the first in its head
	return fmt.Appendf(nil, wire.PictureStart+`%.3[4]g" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1" width="%[1]g" height="%[2]g" viewBox="0 0 %[1]g %[2]g">`+
		`<image width="%[1]g" height="%[2]g" xlink:href="data:image/png;base64,%[3]s"/></svg>`,
		width, height, base64.StdEncoding.EncodeToString(png), scale), nil
}

// PNG is a page, which counts from 1, at scale pixels a point, or less where that
// would be too many.
func (d *Document) PNG(page int, scale float64) ([]byte, error) {
	var out C.lectern_bytes
	code := C.lectern_png(d.c, C.int(page-1), C.float(scale), &out)
	if code != C.LECTERN_OK {
		return nil, d.fault(code)
	}
	defer C.lectern_drop_bytes(d.c, &out)
	return append([]byte(nil), view(&out)...), nil
}

// Words are the words of a page, which counts from 1.
func (d *Document) Words(page int) (wire.Words, error) {
	words, err := d.words(page, nil)
	if err != nil {
		return wire.Words{}, err
	}
	words.Links, err = d.links(page)
	return words, err
}

// words are the words of a page without its links.
func (d *Document) words(page int, unseen unseen) (wire.Words, error) {
	read, err := d.read(page, unseen)
	if err != nil {
		return wire.Words{}, err
	}
	titles, err := d.titlesOf(page)
	if err != nil {
		return wire.Words{}, err
	}
	words := wire.Words{Page: page, Width: read.width, Height: read.height}
	words.Lines, words.Blocks = read.blocks(titles)
	return words, nil
}

// Text is the text of a page, which counts from 1, as [wire.Words.Text] gives it.
func (d *Document) Text(page int) (string, error) { return d.text(page, nil) }

func (d *Document) text(page int, unseen unseen) (string, error) {
	words, err := d.words(page, unseen)
	if err != nil {
		return "", err
	}
	text, _ := words.Text()
	return text, nil
}

// pageText is what was read of a page.
type pageText struct {
	width, height float64
	chars         []char
	elements      []element
}

// read reads a page; its characters that are not seen are added to unseen, unless it
// is nil.
func (d *Document) read(page int, unseen unseen) (pageText, error) {
	var out C.lectern_text
	var wanted C.int
	if unseen != nil {
		wanted = 1
	}
	code := C.lectern_chars(d.c, C.int(page-1), wanted, &out)
	if code != C.LECTERN_OK {
		return pageText{}, d.fault(code)
	}
	defer C.lectern_drop_text(d.c, &out)
	unseen.add(&out.unseen)
	return pageText{
		width: wire.Hundredths(float64(out.width)), height: wire.Hundredths(float64(out.height)),
		chars: copyChars(&out.chars), elements: copyElements(&out.elements),
	}, nil
}

func copyChars(out *C.lectern_bytes) []char {
	if out.size == 0 {
		return nil
	}
	all := unsafe.Slice((*C.lectern_char)(unsafe.Pointer(out.data)), int(out.size)/C.sizeof_lectern_char)
	chars := make([]char, len(all))
	for i, c := range all {
		chars[i] = char{
			rune: rune(c.rune), block: int(c.block), line: int(c.line),
			element: int(c.element), bold: c.bold != 0, size: float64(c.size),
			box: wire.Box{float64(c.x0), float64(c.y0), float64(c.x1), float64(c.y1)},
		}
	}
	return chars
}

func copyElements(out *C.lectern_bytes) []element {
	if out.size == 0 {
		return nil
	}
	all := unsafe.Slice((*C.lectern_element)(unsafe.Pointer(out.data)), int(out.size)/C.sizeof_lectern_element)
	elements := make([]element, len(all))
	for i, e := range all {
		elements[i] = element{parent: int(e.parent), kind: elementKind(e.kind), index: int(e.index)}
	}
	return elements
}
