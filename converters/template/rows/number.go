package rows

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"golang.org/x/text/language"

	"lectern/converters/template/filter"
)

// numberParser parses numbers in the notation of JSON or of a locale.
type numberParser struct{ decimal, group string }

func newNumberParser(tag language.Tag) numberParser {
	var n numberParser
	n.decimal, n.group = filter.Separators(tag)
	return n
}

// read converts the number in a text into JSON. It returns "" if the text is not a number. sure is false if the number
// is ambiguous because it has a single point or comma before three digits: 1.250 means 1250 in German, but 1.25 in a
// file that an application wrote.
func (n numberParser) read(text string) (number string, sure bool) {
	text = strings.ReplaceAll(text, "−", "-")
	plain, isPlain := parseFloat(text)
	local, isLocal := n.parseLocal(text)
	switch {
	case isPlain && isLocal && plain != local:
		return "", false
	case isPlain:
		return format(plain), true
	case isLocal:
		return format(local), true
	}
	return "", true
}

// format formats a finite number as JSON.
func format(number float64) string {
	text, _ := json.Marshal(number)
	return string(text)
}

// parseFloat parses decimal digits with an optional point and exponent.
func parseFloat(text string) (float64, bool) {
	if text == "" || strings.Trim(text, "+-.0123456789eE") != "" {
		return 0, false
	}
	number, err := strconv.ParseFloat(text, 64)
	return number, err == nil && !math.IsInf(number, 0)
}

// parseLocal parses digits with the decimal and group separators of the locale.
func (n numberParser) parseLocal(text string) (float64, bool) {
	whole, fraction, hasFraction := strings.Cut(text, n.decimal)
	sign := ""
	if whole != "" && (whole[0] == '-' || whole[0] == '+') {
		sign, whole = whole[:1], whole[1:]
	}
	groups := n.split(whole)
	if !isGrouped(groups) || hasFraction && !isDigits(fraction) {
		return 0, false
	}
	return parseFloat(sign + strings.Join(groups, "") + "." + fraction + "0")
}

// split splits digits into groups at the group separators.
func (n numberParser) split(digits string) (groups []string) {
	from := 0
	for i, r := range digits {
		if n.isGroupSeparator(r) {
			groups, from = append(groups, digits[from:i]), i+len(string(r))
		}
	}
	return append(groups, digits[from:])
}

// isGrouped reports whether digits are grouped in a usual way: three digits in the last group, and two or three in the
// groups before it.
func isGrouped(groups []string) bool {
	last := len(groups) - 1
	for i, group := range groups {
		switch {
		case !isDigits(group), last > 0 && len(group) > 3, i > 0 && len(group) < 2, i > 0 && i == last && len(group) < 3:
			return false
		}
	}
	return true
}

func isDigits(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// isGroupSeparator reports whether a character separates groups of digits. If the separator of the locale is a space,
// all kinds of spaces are accepted; if it is an apostrophe, all kinds of apostrophes are accepted.
func (n numberParser) isGroupSeparator(r rune) bool {
	switch r {
	case ' ', '\u00a0', '\u202f':
		return strings.ContainsAny(n.group, " \u00a0\u202f")
	case '\'', '’':
		return strings.ContainsAny(n.group, "'’")
	}
	return n.group == string(r)
}
