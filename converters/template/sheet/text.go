package sheet

import (
	"regexp"
	"slices"
	"strings"

	"lectern/converters/template/expression"
	"lectern/converters/template/markup"
)

// longestCell is the maximal length of the text of a cell or a comment, in UTF-16 units.
const longestCell = 32_767

// shortener cuts the consecutive texts of a cell so that their total length does not exceed the limit of a cell. A text
// that is cut ends with "…".
type shortener struct {
	remaining int // remaining UTF-16 units
	full      bool
}

// newShortener returns a shortener for texts with the given total length in UTF-16 units.
func newShortener(total int) *shortener {
	if total > longestCell {
		total = longestCell - 1
	}
	return &shortener{remaining: total}
}

func (s *shortener) next(text string) string {
	if s.full {
		return ""
	}
	short := shortText(text, s.remaining)
	if len(short) < len(text) {
		s.full = true
		return short + "…"
	}
	s.remaining -= expression.UTF16Len(text)
	return text
}

// shortMarkup returns markup whose text is cut to the maximal length.
func shortMarkup(raw []byte) []byte {
	tokens, err := markup.Scan(slices.Concat([]byte("<is>"), raw, []byte("</is>")))
	if err != nil {
		return raw
	}
	short := newShortener(expression.UTF16Len(markup.TextOf(tokens)))
	var out []byte
	for _, t := range tokens[1 : len(tokens)-1] {
		if t.Kind == markup.Text {
			out = markup.AppendEscaped(out, short.next(markup.Unescape(t.Raw)))
		} else {
			out = append(out, t.Raw...)
		}
	}
	return out
}

// shortText returns the beginning of a text. The maximum length of the result in UTF-16 units is limit.
func shortText(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	for i, c := range text {
		if limit -= expression.RuneUTF16Len(c); limit < 0 {
			return text[:i]
		}
	}
	return text
}

var escapeLike = regexp.MustCompile(`^_x[0-9A-Fa-f]{4}_`)

// escapeCell escapes text that looks like an escape sequence of workbooks, even if two such sequences overlap
// (ECMA-376, part 1, 22.9.2.19).
func escapeCell(text string) string {
	if strings.ContainsRune(text, '\r') {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	}
	if !strings.Contains(text, "_x") {
		return text
	}
	var escaped strings.Builder
	for i := range len(text) {
		if text[i] == '_' && escapeLike.MatchString(text[i:]) {
			escaped.WriteString("_x005F")
		}
		escaped.WriteByte(text[i])
	}
	return escaped.String()
}
