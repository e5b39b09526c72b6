package expression

import (
	"math"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// units is a text as JavaScript indexes it, by UTF-16 units.
type units string

// unitsOf returns the units of a text, and charges steps, because they are counted each time.
func unitsOf(env *Environment, text string) (units, error) {
	return units(text), env.Step(int64(len(text) / stepBytes))
}

func (u units) len() int { return Units(string(u)) }

// Units returns the number of UTF-16 units of a text. An invalid byte counts as one.
func Units(text string) (count int) {
	for _, r := range text {
		count += UnitsIn(r)
	}
	return count
}

// UnitsIn returns the number of UTF-16 units of a character.
func UnitsIn(r rune) int { return max(1, utf16.RuneLen(r)) }

// offset returns the offset of a unit in bytes. For the second half of a surrogate pair that is the offset after the
// pair.
func (u units) offset(unit int) (at int, half bool) {
	for at, r := range u {
		if unit <= 0 {
			return at, unit < 0
		}
		unit -= UnitsIn(r)
	}
	return len(u), unit < 0
}

// slice returns the text from a unit up to another one. Half a surrogate pair becomes U+FFFD.
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

// compareUnits compares texts as JavaScript does, by their UTF-16 units.
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

// unitOrder returns bytes that have the order of the units of a character.
func unitOrder(r rune) string {
	if r > math.MaxUint16 {
		r, _ = utf16.EncodeRune(r)
	}
	return string([]byte{byte(r >> 8), byte(r)})
}

// position returns an index within a length. A negative one counts from the end.
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

// integer returns a number without its decimals; NaN becomes 0.
func integer(v float64) float64 {
	if v != v {
		return 0
	}
	return math.Trunc(v)
}
