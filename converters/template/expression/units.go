package expression

import (
	"math"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// units is a text as JavaScript counts it, in units of UTF-16.
type units string

// unitsOf gives the units of a text, which takes steps, as they are counted each time.
func unitsOf(env *Environment, text string) (units, error) {
	return units(text), env.Step(int64(len(text) / stepBytes))
}

func (u units) len() int { return Units(string(u)) }

// Units gives how many units of UTF-16 a text has. A byte that is none of a character counts as one.
func Units(text string) (count int) {
	for _, r := range text {
		count += UnitsIn(r)
	}
	return count
}

// UnitsIn gives how many units of UTF-16 a character has.
func UnitsIn(r rune) int { return max(1, utf16.RuneLen(r)) }

// offset gives where a unit begins, in bytes. Where it is the second half of a pair, that is behind
// the pair.
func (u units) offset(unit int) (at int, half bool) {
	for at, r := range u {
		if unit <= 0 {
			return at, unit < 0
		}
		unit -= UnitsIn(r)
	}
	return len(u), unit < 0
}

// slice gives the text from a unit to the one before the end. Half a pair becomes U+FFFD.
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
