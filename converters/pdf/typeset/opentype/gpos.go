package opentype

import (
	"cmp"
	"slices"
)

// MaxPairs is the maximum number of pairs of a font. Offsets in the table have 16 bits, and a pair takes up to 10
// bytes.
const MaxPairs = 6000

// The start of the table GPOS: the default script with one feature (kern), which has one lookup with one subtable. Each
// offset is relative to the start of the part that contains it.
const (
	gposHeader = "\x00\x01\x00\x00\x00\x0A\x00\x1E\x00\x2C"
	scripts    = "\x00\x01DFLT\x00\x08" + "\x00\x04\x00\x00" + "\x00\x00\xFF\xFF\x00\x01\x00\x00"
	features   = "\x00\x01kern\x00\x08" + "\x00\x00\x00\x01\x00\x00"
	lookups    = "\x00\x01\x00\x04" + "\x00\x02\x00\x00\x00\x01\x00\x08"
)

// xAdvance is a value format: the horizontal advance only. It is used for the first glyph of a pair.
const xAdvance = 4

// gpos returns the table GPOS with the kerning pairs (pair adjustment, format 1).
func (f *Font) gpos() []byte {
	pairs := slices.Clone(f.Pairs[:min(len(f.Pairs), MaxPairs)])
	slices.SortFunc(pairs, func(a, b Pair) int {
		return cmp.Or(cmp.Compare(a.First, b.First), cmp.Compare(a.Second, b.Second))
	})
	var firsts, sets []byte
	var offsets []int
	for len(pairs) > 0 {
		n := 1
		for n < len(pairs) && pairs[n].First == pairs[0].First {
			n++
		}
		firsts = be16(firsts, int(pairs[0].First))
		offsets = append(offsets, len(sets))
		sets = be16(sets, n)
		for _, p := range pairs[:n] {
			sets = be16(sets, int(p.Second), int(p.Shift))
		}
		pairs = pairs[n:]
	}
	return slices.Concat([]byte(gposHeader+scripts+features+lookups), pairTable(offsets, firsts, sets))
}

// pairTable returns the subtable: the first glyphs of the pairs, and for each of them the set of second glyphs with
// shifts.
func pairTable(offsets []int, firsts, sets []byte) []byte {
	head := 10 + 2*len(offsets)
	out := be16(nil, 1, head, xAdvance, 0, len(offsets))
	for _, offset := range offsets {
		out = be16(out, head+4+len(firsts)+offset)
	}
	return slices.Concat(be16(out, 1, len(offsets)), firsts, sets)
}
