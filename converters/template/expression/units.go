package expression

import (
	"math"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// units is a text as JavaScript counts it, in units of UTF-16.
type units struct {
	text string
	wide []uint16 // nil where all is ASCII, and the text's bytes are its units
}

func unitsOf(text string) units {
	if isASCII(text) {
		return units{text: text}
	}
	return units{text, utf16.Encode([]rune(text))}
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func (u units) len() int {
	if u.wide == nil {
		return len(u.text)
	}
	return len(u.wide)
}

// slice gives the text from a unit to the one before the end. Half a pair becomes U+FFFD.
func (u units) slice(from, to int) string {
	if from >= to {
		return ""
	}
	if u.wide == nil {
		return u.text[from:to]
	}
	return string(utf16.Decode(u.wide[from:to]))
}

// unitLength is how many units of UTF-16 a text has.
func unitLength(text string) int {
	n := 0
	for _, r := range text {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}

// compareUnits compares texts as JavaScript does, by their units of UTF-16.
func compareUnits(a, b string) int {
	for a != "" && b != "" {
		x, n := utf8.DecodeRuneInString(a)
		y, m := utf8.DecodeRuneInString(b)
		if x != y {
			return strings.Compare(unitOrder(x), unitOrder(y))
		}
		a, b = a[n:], b[m:]
	}
	return len(a) - len(b)
}

// unitOrder gives bytes that are in the order of the character's units.
func unitOrder(r rune) string {
	if r > math.MaxUint16 {
		r, _ = utf16.EncodeRune(r)
	}
	return string([]byte{byte(r >> 8), byte(r)})
}

// position gives where an index counted from the start, or from the end where it is negative, lies
// in something of that length.
func position(index float64, length int) int {
	index = integer(index)
	if index < 0 {
		index += float64(length)
	}
	return clamp(index, length)
}

func clamp(index float64, length int) int {
	return int(min(max(integer(index), 0), float64(length)))
}

// integer cuts the decimals off; NaN becomes 0.
func integer(v float64) float64 {
	if v != v {
		return 0
	}
	return math.Trunc(v)
}
