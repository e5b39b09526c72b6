package typeset

import (
	"math"
	"strconv"
)

// powers are the powers of ten that a float64 represents exactly.
var powers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18}

// maxDigits is the number of digits up to which every number fits into an int64.
const maxDigits = 18

// parseNumber parses a number after optional white space and commas. length is the number of parsed bytes, including
// the white space and commas. It is 0 if there is no number, or if the number has more than maxDigits digits.
func parseNumber(text []byte) (value float64, length int) {
	at := 0
	for at < len(text) && (text[at] == ' ' || text[at] == ',' || text[at] == '\n') {
		at++
	}
	start := at
	if at < len(text) && text[at] == '-' {
		at++
	}
	mantissa, digits, decimals, point := int64(0), 0, 0, false
	for ; at < len(text); at++ {
		c := text[at]
		if c == '.' && !point {
			point = true
			continue
		}
		if c < '0' || c > '9' {
			break
		}
		if digits++; digits > maxDigits {
			return 0, 0
		}
		mantissa = mantissa*10 + int64(c-'0')
		if point {
			decimals++
		}
	}
	switch {
	case digits == 0:
		return 0, 0
	case at < len(text) && text[at] == 'e':
		return parseExponent(text, start, at)
	}
	value = float64(mantissa) / powers[decimals]
	if text[start] == '-' {
		value = -value
	}
	return value, at
}

// parseExponent parses a number with an exponent. The number begins at the offset start, and the 'e' before its
// exponent is at the offset e.
func parseExponent(text []byte, start, e int) (value float64, length int) {
	end := e + 1
	for end < len(text) && (text[end] == '-' || text[end] == '+' || text[end] >= '0' && text[end] <= '9') {
		end++
	}
	value, err := strconv.ParseFloat(string(text[start:end]), 64)
	if err != nil {
		return 0, 0
	}
	return value, end
}

// parseNumbers parses numbers until buffer is full, and returns the rest of the text. If a number is missing, ok is
// false, and the rest begins where the number should be.
func parseNumbers(text []byte, buffer []float64) (rest []byte, ok bool) {
	for i := range buffer {
		value, n := parseNumber(text)
		if n == 0 {
			return text, false
		}
		buffer[i] = value
		text = text[n:]
	}
	return text, true
}

// round rounds to the given number of decimals.
func round(v float64, decimals int) float64 {
	return math.Round(v*powers[decimals]) / powers[decimals]
}

// appendNumber appends a number with at most the given number of decimals, without trailing zeros.
func appendNumber(out []byte, v float64, decimals int) []byte {
	v = round(v, decimals)
	if v == 0 {
		return append(out, '0')
	}
	if v < 0 {
		out = append(out, '-')
		v = -v
	}
	start := len(out)
	out = strconv.AppendFloat(out, v, 'f', -1, 64)
	if v < 1 {
		out = append(out[:start], out[start+1:]...)
	}
	return out
}
