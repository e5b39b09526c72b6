package pdf

/*
#include "lectern_pdf.h"
*/
import "C"

import (
	"cmp"
	"slices"
	"strings"
	"unsafe"

	"lectern/converters/wire"
)

// fonts are the document's fonts by name, those that differ in nothing once.
func (d *Document) fonts() ([]wire.Font, error) {
	data, err := d.bytes(func(out *C.lectern_bytes) C.int { return C.lectern_fonts(d.c, out) })
	if err != nil {
		return nil, err
	}
	fonts := []wire.Font{}
	for len(data) > 0 {
		c := (*C.lectern_font)(unsafe.Pointer(&data[0]))
		data = data[C.sizeof_lectern_font:]
		font := wire.Font{Embedded: c.embedded != 0, Guessed: c.guessed != 0}
		font.Name, data = padded(data, int(c.name_size))
		font.Type, data = padded(data, int(c.type_size))
		font.Name = withoutTag(font.Name)
		if !font.Embedded {
			font.Substitute = d.substitute(font.Name, int(c.flags), int(c.collection))
		}
		fonts = append(fonts, font)
	}
	slices.SortFunc(fonts, compareFonts)
	return slices.Compact(fonts), nil
}

func compareFonts(a, b wire.Font) int {
	return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Type, b.Type), cmp.Compare(a.Substitute, b.Substitute),
		compareBool(a.Embedded, b.Embedded), compareBool(a.Guessed, b.Guessed))
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// tagSize is the length of the tag of a font of which only some characters are
// embedded, without its plus sign (ISO 32000-1, 9.6.4).
const tagSize = 6

// withoutTag takes the tag off a font's name.
func withoutTag(name string) string {
	tag, rest, found := strings.Cut(name, "+")
	if !found || len(tag) != tagSize || strings.Trim(tag, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return name
	}
	return rest
}
