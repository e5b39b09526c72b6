package filter

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxDecimals is the maximal number of decimals that are written.
const maxDecimals = 20

// roundedDigits returns the digits of the absolute value of a number, rounded half away from zero. It rounds the
// shortest decimal representation, so that 1.005 becomes 1.01.
func roundedDigits(value float64, decimals int) string {
	whole, fraction, _ := strings.Cut(strconv.FormatFloat(math.Abs(value), 'f', -1, 64), ".")
	if len(fraction) <= decimals {
		return whole + "." + fraction
	}
	digits := []byte(whole + fraction[:decimals])
	if fraction[decimals] >= '5' {
		digits = increment(digits)
	}
	return string(digits[:len(digits)-decimals]) + "." + string(digits[len(digits)-decimals:])
}

// decimalsOf returns the number of decimals in the shortest decimal representation of a number.
func decimalsOf(value float64) int {
	_, fraction, _ := strings.Cut(strconv.FormatFloat(value, 'f', -1, 64), ".")
	return len(fraction)
}

// increment adds one to a decimal number, starting at its last digit.
func increment(digits []byte) []byte {
	for i := len(digits) - 1; i >= 0; i-- {
		if digits[i] < '9' {
			digits[i]++
			return digits
		}
		digits[i] = '0'
	}
	return append([]byte{'1'}, digits...)
}

// layout describes how numbers are formatted.
type layout struct {
	prefix, suffix           string // for numbers that are not negative
	negPrefix, negSuffix     string // for negative numbers
	primary, secondary       int    // the lengths of the last group of digits and of the other groups; 0 without grouping
	minFraction, maxFraction int    // the minimal and the maximal number of decimals
}

// parseLayout parses a number pattern of CLDR, such as #,##0.00 ¤;-#,##0.00 ¤.
func parseLayout(pattern string) layout {
	positive, negative, both := strings.Cut(pattern, ";")
	var l layout
	number := ""
	l.prefix, number, l.suffix = cutNumber(positive)
	l.negPrefix, l.negSuffix = "-"+l.prefix, l.suffix
	if both {
		l.negPrefix, _, l.negSuffix = cutNumber(negative)
	}
	whole, fraction, _ := strings.Cut(number, ".")
	l.minFraction, l.maxFraction = strings.Count(fraction, "0"), len(fraction)
	if groups := strings.Split(whole, ","); len(groups) > 1 {
		l.primary = len(groups[len(groups)-1])
		l.secondary = l.primary
		if len(groups) > 2 {
			l.secondary = len(groups[len(groups)-2])
		}
	}
	return l
}

// cutNumber splits a pattern into the texts before and after its digits, and the digits.
func cutNumber(pattern string) (prefix, number, suffix string) {
	const signs = "#0,."
	from := strings.IndexAny(pattern, signs)
	to := strings.LastIndexAny(pattern, signs) + 1
	return pattern[:from], pattern[from:to], pattern[to:]
}

// layoutKey is the key under which the environment stores a parsed pattern.
type layoutKey struct{ pattern, symbol string }

// layout returns the parsed pattern with the signs of the locale and the symbol of a currency inserted. Parsed patterns
// are cached.
func (l *locale) layout(pattern, symbol string) layout {
	key := layoutKey{pattern, symbol}
	if known, ok := l.layouts[key]; ok {
		return known
	}
	format := parseLayout(pattern)
	s := l.system()
	signs := strings.NewReplacer("-", s.Minus, "%", s.Percent, "¤", symbol)
	for _, text := range []*string{&format.prefix, &format.suffix, &format.negPrefix, &format.negSuffix} {
		*text = signs.Replace(*text)
	}
	if l.layouts == nil {
		l.layouts = map[layoutKey]layout{}
	}
	l.layouts[key] = format
	return format
}

// formatNumber formats a number with the given separators for decimals and groups.
func (l *locale) formatNumber(value float64, format layout, decimal, separator string) string {
	digits := l.system().Infinity
	switch {
	case math.IsNaN(value):
		return "NaN"
	case !math.IsInf(value, 0):
		whole, fraction, _ := strings.Cut(roundedDigits(value, format.maxFraction), ".")
		fraction = strings.TrimRight(fraction, "0")
		fraction += strings.Repeat("0", max(format.minFraction-len(fraction), 0))
		if strings.Trim(whole, "0") == "" && strings.Trim(fraction, "0") == "" {
			value = 0
		}
		digits = l.grouped(whole, format, separator)
		if fraction != "" {
			digits += decimal + fraction
		}
		digits = l.system().localize(digits)
	}
	if value < 0 {
		return format.negPrefix + digits + format.negSuffix
	}
	return format.prefix + digits + format.suffix
}

// grouped inserts separators between the groups of digits.
func (l *locale) grouped(digits string, format layout, separator string) string {
	if format.primary == 0 || len(digits) < format.primary+max(l.Least, 1) {
		return digits
	}
	at := len(digits) - format.primary
	out := separator + digits[at:]
	for ; at > format.secondary; at -= format.secondary {
		out = separator + digits[at-format.secondary:at] + out
	}
	return digits[:at] + out
}

// moneyLayout returns the layout for amounts with a currency symbol. If the symbol consists of letters, a space
// separates it from the digits.
func (l *locale) moneyLayout(symbol string) layout {
	s := l.system()
	pattern := s.Money
	neighbour, _ := utf8.DecodeLastRuneInString(symbol)
	if strings.Index(pattern, "¤") > strings.Index(pattern, "0") {
		neighbour, _ = utf8.DecodeRuneInString(symbol)
	}
	if unicode.IsLetter(neighbour) {
		pattern = s.Lettered
	}
	return l.layout(pattern, symbol)
}
