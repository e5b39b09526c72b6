package typeset

import (
	"unicode"

	"lectern/converters/pdf/typeset/opentype"
)

// script is a class of scripts. Browsers split a line of text by script before they lay it out.
type script uint8

// The scripts of characters that keep their codes.
const (
	common script = iota // belongs to the script before it
	latin
	greek
	cyrillic
	private // private use characters
	other   // without kerning
)

// The range of private use codes.
const (
	firstPrivate = 0xE000
	lastPrivate  = 0xF8FF
)

// plainRanges are the ranges of characters that browsers draw one by one, from left to right, with the given font. They
// do not join, combine or mirror, are not ignored, and are not drawn as emoji.
var plainRanges = []struct {
	first, last rune
	script      script
}{
	{'!', '@', common}, {'A', 'Z', latin}, {'[', '`', common}, {'a', 'z', latin}, {'{', '~', common},
	{0xA1, 0xA8, common}, {0xAA, 0xAA, latin}, {0xAB, 0xAC, common}, {0xAF, 0xB9, common}, {0xBA, 0xBA, latin}, {0xBB, 0xBF, common},
	{0xC0, 0xD6, latin}, {0xD7, 0xD7, common}, {0xD8, 0xF6, latin}, {0xF7, 0xF7, common}, {0xF8, 0x24F, latin},
	{0x386, 0x386, greek}, {0x388, 0x38A, greek}, {0x38C, 0x38C, greek}, {0x38E, 0x3A1, greek}, {0x3A3, 0x3E1, greek},
	{0x400, 0x482, cyrillic}, {0x48A, 0x52F, cyrillic},
	{0x1E00, 0x1EFF, latin},
	{0x2010, 0x2027, common}, {0x2030, 0x203B, common}, {0x20A0, 0x20BF, common},
	{0x2190, 0x2193, common}, {0x2200, 0x22FF, common}, {0x2500, 0x25A9, common},
	{0x3001, 0x3003, other}, {0x3008, 0x3011, other}, {0x3041, 0x3096, other}, {0x30A1, 0x30FA, other},
	{0x3400, 0x4DBF, other}, {0x4E00, 0x9FFF, other}, {0xAC00, 0xD7A3, other},
	{0xFB00, 0xFB04, latin}, {0xFF01, 0xFF5E, other},
}

// scriptOf returns the script of a plain character.
func scriptOf(char rune) (s script, isPlain bool) {
	if !unicode.IsGraphic(char) {
		return 0, false
	}
	for _, r := range plainRanges {
		if char < r.first {
			return 0, false
		}
		if char <= r.last {
			return r.script, true
		}
	}
	return 0, false
}

// assignCodes assigns codes to outlines, starting with the most frequent: their characters, or private use codes if the
// characters are not plain or already used. It returns the outlines that got a code and fit into a font.
func assignCodes(outlines []*outline) (set []*outline) {
	taken := make(map[rune]bool, len(outlines))
	next := rune(firstPrivate)
	for _, o := range outlines {
		if len(set) == opentype.MaxChars-1 { // one is for the space
			break
		}
		s, isPlain := scriptOf(o.char)
		if !isPlain || taken[o.char] {
			if next > lastPrivate {
				continue
			}
			o.code, o.script = next, private
			next++
		} else {
			o.code, o.script = o.char, s
		}
		taken[o.code] = true
		set = append(set, o)
	}
	return set
}
