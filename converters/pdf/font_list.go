package pdf

/*
#include "details/api.h"
*/
import "C"

import (
	"cmp"
	"slices"
	"unsafe"

	"lectern/converters/pdf/fonts"
	"lectern/converters/wire"
)

// listFonts returns the document's fonts in the order of their names, without duplicates.
func (d *Document) listFonts() ([]wire.Font, error) {
	data, err := d.bytes(func(out *C.lectern_bytes) C.int { return C.lectern_fonts(d.c, out) })
	if err != nil {
		return nil, err
	}
	list := []wire.Font{}
	for len(data) > 0 {
		c := (*C.lectern_font)(unsafe.Pointer(&data[0]))
		data = data[C.sizeof_lectern_font:]
		font := wire.Font{Embedded: c.embedded != 0, Guessed: c.guessed != 0}
		font.Name, data = cutPadded(data, int(c.name_size))
		font.Type, data = cutPadded(data, int(c.type_size))
		font.Name = fonts.WithoutSubsetTag(font.Name)
		if !font.Embedded {
			font.Substitute = d.fonts.Substitute(font.Name, int(c.flags), int(c.collection))
		}
		list = append(list, font)
	}
	slices.SortFunc(list, compareFonts)
	return slices.Compact(list), nil
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
