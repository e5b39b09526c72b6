package pdf

/*
#include "lectern_pdf.h"
*/
import "C"

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"unsafe"

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
	case C.LECTERN_DAMAGED, C.LECTERN_NESTED, C.LECTERN_TOO_MUCH:
		return d.imageSVG(page, d.fault(code))
	default:
		return nil, d.fault(code)
	}
	defer C.lectern_drop_bytes(d.c, &out)
	svg := appendTidySVG(d.svg[:0], view(&out))
	if cap(svg) <= keptSVG {
		d.svg = svg
	}
	return svg, nil
}

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
	words := wire.Words{Page: page}
	chars, err := d.chars(page, nil, &words.Width, &words.Height)
	if err != nil {
		return wire.Words{}, err
	}
	words.Lines = lines(chars)
	words.Links, err = d.links(page)
	return words, err
}

// Text is the text of a page, which counts from 1: a line a line, and an empty
// one between blocks.
func (d *Document) Text(page int) (string, error) { return d.text(page, nil) }

func (d *Document) text(page int, unseen unseen) (string, error) {
	var width, height float64
	chars, err := d.chars(page, unseen, &width, &height)
	if err != nil {
		return "", err
	}
	return plainText(chars), nil
}

// chars are the characters of a page; those that are not seen are added to unseen,
// unless it is nil.
func (d *Document) chars(page int, unseen unseen, width, height *float64) ([]char, error) {
	var out, noted C.lectern_bytes
	into := &noted
	if unseen == nil {
		into = nil
	}
	var w, h C.float
	code := C.lectern_chars(d.c, C.int(page-1), &out, into, &w, &h)
	if code != C.LECTERN_OK {
		return nil, d.fault(code)
	}
	defer C.lectern_drop_bytes(d.c, &out)
	defer C.lectern_drop_bytes(d.c, &noted)
	unseen.add(&noted)
	*width, *height = wire.Hundredths(float64(w)), wire.Hundredths(float64(h))
	return copyChars(&out), nil
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
			box: wire.Box{float64(c.x0), float64(c.y0), float64(c.x1), float64(c.y1)},
		}
	}
	return chars
}
