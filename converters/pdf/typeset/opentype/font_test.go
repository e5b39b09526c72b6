package opentype

import (
	"encoding/binary"
	"testing"
)

// The length field of the cmap subtable is correct even for a font with the maximum number of characters, none of which
// are consecutive.
func TestMostChars(t *testing.T) {
	f := Font{UnitsPerEm: 1000, Glyphs: make([]Glyph, 1+MaxChars)}
	for i := range MaxChars {
		f.Glyphs[1+i].Char = rune(0x4E00 + 2*i)
	}
	const offset = 12
	cmap := f.cmap()
	if said := int(binary.BigEndian.Uint16(cmap[offset+2:])); said != len(cmap)-offset {
		t.Errorf("it has %d bytes, and declares %d", len(cmap)-offset, said)
	}
}
