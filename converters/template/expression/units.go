package expression

import (
	"math"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// units is a text that is indexed by UTF-16 units, as in JavaScript.
type units string

// unitsOf returns the units of a text. It charges steps for the length, because each operation scans the text to count
// the units.
func unitsOf(env *Environment, text string) (units, error) {
	return units(text), env.ChargeSteps(int64(len(text) / stepBytes))
}

func (u units) len() int { return UTF16Len(string(u)) }

// UTF16Len returns the number of UTF-16 units of a text. An invalid byte counts as one unit.
func UTF16Len(text string) (count int) {
	for _, r := range text {
		count += RuneUTF16Len(r)
	}
	return count
}

// RuneUTF16Len returns the number of UTF-16 units of a character.
func RuneUTF16Len(r rune) int { return max(1, utf16.RuneLen(r)) }

// offset returns the byte offset of a unit. If the unit is the second half of a surrogate pair, it returns the offset
// after the pair, and half is true.
func (u units) offset(unit int) (at int, half bool) {
	for at, r := range u {
		if unit <= 0 {
			return at, unit < 0
		}
		unit -= RuneUTF16Len(r)
	}
	return len(u), unit < 0
}

// slice returns the text of the units in the half-open range [from, to). Half a surrogate pair becomes U+FFFD.
func (u units) slice(from, to int) string {
	if from >= to {
		return ""
	}
	begin, second := u.offset(from)
	rest, left, before := u[begin:], to-from, ""
	if second {
		left, before = left-1, "\ufffd"
	}
	end, first := rest.offset(left)
	if first {
		_, size := utf8.DecodeLastRuneInString(string(rest[:end]))
		return before + string(rest[:end-size]) + "\ufffd"
	}
	return before + string(rest[:end])
}

// compareUnits compares two texts by their UTF-16 units, as JavaScript does.
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

// unitOrder returns the first UTF-16 unit of a character as two bytes, so that comparing two such strings compares the
// units.
func unitOrder(r rune) string {
	if r > math.MaxUint16 {
		r, _ = utf16.EncodeRune(r)
	}
	return string([]byte{byte(r >> 8), byte(r)})
}

// position limits an index to the length of a text. A negative index counts from the end.
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

// integer truncates a number to an integer. NaN becomes 0.
func integer(v float64) float64 {
	if v != v {
		return 0
	}
	return math.Trunc(v)
}
