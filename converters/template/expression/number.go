package expression

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode"
)

var nan = math.NaN()

// parseNumber parses a number like JavaScript's Number function: decimal, hexadecimal, octal, binary or infinite, with
// spaces around it ignored. An empty text is 0.
func parseNumber(text string) float64 {
	text = strings.TrimFunc(text, isBlank)
	if text == "" {
		return 0
	}
	if len(text) > 2 && text[0] == '0' {
		if base := bases[text[1]|0x20]; base != 0 {
			return parseInteger(text[2:], base)
		}
	}
	unsigned := strings.TrimLeft(text[:1], "+-") + text[1:]
	if unsigned == "Infinity" {
		return math.Inf(1 - 2*strings.Count(text[:1], "-"))
	}
	value, ok := parseDecimal(unsigned)
	if !ok {
		return nan
	}
	if text[0] == '-' {
		return -value
	}
	return value
}

// bases maps the letter after a leading 0 to the base of the number.
var bases = map[byte]int{'x': 16, 'o': 8, 'b': 2}

func parseInteger(digits string, base int) float64 {
	value, ok := new(big.Int).SetString(digits, base)
	if !ok || strings.Trim(digits, "+-_") != digits {
		return nan
	}
	number, _ := new(big.Float).SetInt(value).Float64()
	return number
}

// parseDecimal parses decimal digits with an optional point and exponent. Numbers that are too large become infinite.
func parseDecimal(text string) (float64, bool) {
	for i := range len(text) {
		if c := text[i] | 0x20; !isDigit(rune(text[i])) && text[i] != '.' && c != 'e' && text[i] != '+' && text[i] != '-' {
			return 0, false
		}
	}
	if text == "" || text[0] == '+' || text[0] == '-' {
		return 0, false
	}
	value, err := strconv.ParseFloat(text, 64)
	return value, err == nil || math.IsInf(value, 0)
}

// isBlank reports whether JavaScript's trim method removes a character.
func isBlank(r rune) bool {
	return r == '\ufeff' || r != '\u0085' && unicode.IsSpace(r)
}

// appendNumber appends a number in JavaScript's notation.
func appendNumber(dst []byte, v float64) []byte {
	switch {
	case v != v:
		return append(dst, "NaN"...)
	case math.IsInf(v, 0):
		if v < 0 {
			dst = append(dst, '-')
		}
		return append(dst, "Infinity"...)
	case v == 0:
		return append(dst, '0')
	}
	if size := math.Abs(v); size >= 1e21 || size < 1e-6 {
		return appendExponent(dst, v)
	}
	return strconv.AppendFloat(dst, v, 'f', -1, 64)
}

// appendExponent appends a number in exponent notation. The exponent has no leading zeros.
func appendExponent(dst []byte, v float64) []byte {
	digits, exponent, _ := strings.Cut(strconv.FormatFloat(v, 'e', -1, 64), "e")
	dst = append(dst, digits...)
	dst = append(dst, 'e', exponent[0])
	return append(dst, strings.TrimLeft(exponent[1:], "0")...)
}

// maxFixed is the maximal number of decimals.
const maxFixed = 100

// Fixed formats a number with a fixed number of decimals (at most 100) like JavaScript's toFixed method. It rounds the
// exact binary value, so that 1.005 becomes 1.00. A half is rounded away from zero.
func Fixed(v float64, decimals int) string {
	if v != v || math.Abs(v) >= 1e21 {
		return string(appendNumber(nil, v))
	}
	decimals = min(max(decimals, 0), maxFixed)
	text := strconv.FormatFloat(math.Abs(v), 'f', decimals, 64)
	if isHalf(v, decimals) {
		text = strconv.FormatFloat(math.Nextafter(math.Abs(v), math.Inf(1)), 'f', decimals, 64)
	}
	if v < 0 {
		return "-" + text
	}
	return text
}

// isHalf reports whether a number is exactly halfway between two numbers with this number of decimals.
func isHalf(v float64, decimals int) bool {
	written := strconv.FormatFloat(v, 'f', -1, 64)
	point := strings.IndexByte(written, '.')
	if point < 0 || len(written)-point-1 != decimals+1 || !strings.HasSuffix(written, "5") {
		return false
	}
	exact, ok := new(big.Rat).SetString(written)
	return ok && exact.Cmp(new(big.Rat).SetFloat64(v)) == 0
}
