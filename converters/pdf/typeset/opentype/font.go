// Package opentype writes small OpenType fonts with CFF outlines, as WOFF2. They contain only the tables that browsers
// need to draw text, without names, hints or features other than kerning.
//
// Sources: the OpenType specification 1.9.1; Adobe Technical Notes 5176 (CFF) and 5177 (Type 2 charstrings); the W3C's
// WOFF File Format 2.0.
package opentype

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"
)

// Font is the content of a font. Lengths are in units, with UnitsPerEm units per em, y up.
type Font struct {
	UnitsPerEm int
	// Glyphs are the glyphs of the font. The first one is shown for characters that the font does not have. There are
	// at most 65,535, of which at most [MaxChars] have a character.
	Glyphs []Glyph
	// Pairs are the kerning pairs, in any order, each at most once. There are at most [MaxPairs].
	Pairs []Pair
}

// Glyph is one glyph of a font.
type Glyph struct {
	// Char is the character that the glyph represents, in Unicode's Basic Multilingual Plane; 0 for none. No two glyphs
	// have the same character.
	Char    rune
	Advance int
	Outline Outline
}

// Pair is the kerning of two adjacent glyphs: Shift is added to the advance of the first one.
type Pair struct {
	First, Second uint16 // glyph indices
	Shift         int16
}

// MaxChars is the maximum number of characters of a font. The length field of the cmap subtable has 16 bits, each
// character may need a segment of its own, and the end of the table is a segment too.
const MaxChars = (1<<16-1-cmapHeader)/cmapSegment - 1

// table is a table of a font.
type table struct {
	tag  string
	data []byte
}

// tables returns the tables of the font, sorted by tag.
func (f *Font) tables() []table {
	box := f.box()
	tables := []table{{"CFF ", f.cff()}}
	if len(f.Pairs) > 0 {
		tables = append(tables, table{"GPOS", f.gpos()})
	}
	return append(tables,
		table{"OS/2", f.os2()},
		table{"cmap", f.cmap()},
		table{"head", f.head(box)},
		table{"hhea", f.hhea(box)},
		table{"hmtx", f.hmtx()},
		table{"maxp", be16(be32(nil, 0x5000), len(f.Glyphs))},
		table{"name", be16(nil, 0, 0, 6)}, // no names
		table{"post", be32(nil, 0x30000, 0, 0, 0, 0, 0, 0, 0)},
	)
}

func (f *Font) box() (b box) {
	for i := range f.Glyphs {
		b = b.join(f.Glyphs[i].Outline.box())
	}
	return b
}

// ascent and descent return the ascent and descent of a line. They do not depend on the outlines.
func (f *Font) ascent() int  { return f.UnitsPerEm * 4 / 5 }
func (f *Font) descent() int { return f.ascent() - f.UnitsPerEm }

func (f *Font) head(b box) []byte {
	head := be32(nil, 0x10000, 0x10000, 0, 0x5F0F3CF5)
	head = be16(head, 1<<11|1<<3|1, f.UnitsPerEm) // flags: lossless compression, integer scaling, baseline at y = 0
	head = be32(head, 0, 0, 0, 0)                 // no creation and modification times
	return be16(head, b.x0, b.y0, b.x1, b.y1, 0, 3, 2, 0, 0)
}

func (f *Font) hhea(b box) []byte {
	most := 0
	for i := range f.Glyphs {
		most = max(most, f.Glyphs[i].Advance)
	}
	hhea := be16(be32(nil, 0x10000), f.ascent(), f.descent(), 0, most, b.x0, 0, b.x1)
	return be16(hhea, 1, 0, 0, 0, 0, 0, 0, 0, len(f.Glyphs))
}

func (f *Font) hmtx() []byte {
	var hmtx []byte
	for i := range f.Glyphs {
		hmtx = be16(hmtx, f.Glyphs[i].Advance, f.Glyphs[i].Outline.box().x0)
	}
	return hmtx
}

func (f *Font) os2() []byte {
	first, last := 0xFFFF, 0
	for i := range f.Glyphs {
		if char := int(f.Glyphs[i].Char); char > 0 {
			first, last = min(first, char), max(last, char)
		}
	}
	em := f.UnitsPerEm
	os2 := be16(nil, 4, em/2, 400, 5, 0)                                   // version, average width, weight, width, embedding
	os2 = be16(os2, em/2, em/2, 0, em/8, em/2, em/2, 0, em/2, em/20, em/4) // subscripts, superscripts, strikeout
	os2 = be16(os2, 0, 0, 0, 0, 0, 0)                                      // family class, panose
	os2 = be32(os2, 0, 0, 0, 0, 0)                                         // Unicode ranges, vendor
	os2 = be16(os2, 1<<6, first, last, f.ascent(), f.descent(), 0, f.ascent(), -f.descent())
	return be16(be32(os2, 0, 0), em/2, em/2, 0, ' ', 1)
}

// Sizes in a cmap subtable of format 4, in bytes.
const (
	cmapHeader  = 16
	cmapSegment = 8
)

// cmap returns the table cmap in format 4. A segment is a range of consecutive characters with consecutive glyphs.
func (f *Font) cmap() []byte {
	type segment struct{ first, last, glyph int }
	var segments []segment
	for _, glyph := range f.byChar() {
		char := int(f.Glyphs[glyph].Char)
		if n := len(segments) - 1; n >= 0 && segments[n].last == char-1 && segments[n].glyph+char-segments[n].first == glyph {
			segments[n].last = char
			continue
		}
		segments = append(segments, segment{char, char, glyph})
	}
	segments = append(segments, segment{0xFFFF, 0xFFFF, 0})
	var firsts, lasts, deltas, offsets []byte
	for _, s := range segments {
		firsts, lasts = be16(firsts, s.first), be16(lasts, s.last)
		deltas, offsets = be16(deltas, s.glyph-s.first), be16(offsets, 0)
	}
	cmap := be32(be16(nil, 0, 1, 3, 1), 12) // platform Windows, encoding Unicode BMP
	cmap = be16(cmap, 4, cmapHeader+cmapSegment*len(segments), 0)
	power := bits.Len(uint(len(segments))) - 1 // for the binary search fields
	cmap = be16(cmap, 2*len(segments), 2<<power, power, 2*(len(segments)-1<<power))
	return slices.Concat(cmap, lasts, []byte{0, 0}, firsts, deltas, offsets)
}

// byChar returns the indices of the glyphs that have a character, sorted by character.
func (f *Font) byChar() (glyphs []int) {
	for i := range f.Glyphs {
		if f.Glyphs[i].Char > 0 {
			glyphs = append(glyphs, i)
		}
	}
	slices.SortFunc(glyphs, func(a, b int) int { return cmp.Compare(f.Glyphs[a].Char, f.Glyphs[b].Char) })
	return glyphs
}

func be16(out []byte, values ...int) []byte {
	for _, v := range values {
		out = binary.BigEndian.AppendUint16(out, uint16(v))
	}
	return out
}

func be32(out []byte, values ...uint32) []byte {
	for _, v := range values {
		out = binary.BigEndian.AppendUint32(out, v)
	}
	return out
}
