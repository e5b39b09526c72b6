package pdf

/*
#include "document/api.h"
*/
import "C"

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unsafe"

	"lectern/converters/wire"
)

// missingGlyphs counts characters by their kind, such as a script. No font has a glyph for these characters, so they
// are shown as boxes or not at all.
type missingGlyphs map[string]*wire.MissingGlyphKind

// add adds the characters of a page.
func (u missingGlyphs) add(out *C.lectern_bytes) {
	if out.size == 0 {
		return
	}
	for _, number := range unsafe.Slice((*int32)(unsafe.Pointer(out.data)), int(out.size)/4) {
		r := rune(number)
		if !visible(r) {
			continue
		}
		kind := kindOf(r)
		if u[kind] == nil {
			u[kind] = &wire.MissingGlyphKind{Kind: kind, Example: r}
		}
		u[kind].Count++
	}
}

// list returns the kinds in descending order of their counts.
func (u missingGlyphs) list() []wire.MissingGlyphKind {
	var all []wire.MissingGlyphKind
	for _, kind := range u {
		all = append(all, *kind)
	}
	slices.SortFunc(all, func(a, b wire.MissingGlyphKind) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Kind, b.Kind))
	})
	return all
}

// visible reports whether a reader would notice that a character is missing. It returns false for spaces, control and
// formatting characters, and unknown characters.
func visible(r rune) bool {
	if r == unicode.ReplacementChar || r < 0 {
		return false
	}
	return !unicode.In(r, unicode.Z, unicode.Cc, unicode.Cf, unicode.Cs, unicode.Other_Default_Ignorable_Code_Point,
		unicode.Variation_Selector)
}

// The blocks from Mahjong Tiles to Symbols and Pictographs Extended-A.
const firstPicture, lastPicture = 0x1F000, 0x1FAFF

// oldHangul are the letters that modern Korean syllables do not contain.
var oldHangul = &unicode.RangeTable{R16: []unicode.Range16{
	{Lo: 0x1113, Hi: 0x115E, Stride: 1}, {Lo: 0x1176, Hi: 0x11A7, Stride: 1}, {Lo: 0x11C3, Hi: 0x11FF, Stride: 1},
	{Lo: 0xA960, Hi: 0xA97C, Stride: 1}, {Lo: 0xD7B0, Hi: 0xD7FB, Stride: 1},
}}

// kindOf returns the name of a character's script, or one of the Kind constants of package wire.
func kindOf(r rune) string {
	switch {
	case unicode.Is(unicode.Co, r):
		return wire.KindPrivate
	case unicode.Is(oldHangul, r):
		return wire.KindOldHangul
	case r >= firstPicture && r <= lastPicture:
		return wire.KindPictures
	case unicode.In(r, unicode.Common, unicode.Inherited):
		return wire.KindSymbols
	}
	for name, script := range unicode.Scripts {
		if unicode.Is(script, r) {
			return strings.ReplaceAll(name, "_", " ")
		}
	}
	return wire.KindUnknown
}
