package sheet

import (
	"regexp"
	"slices"
	"strings"

	"lectern/converters/template/expression"
	"lectern/converters/template/markup"
)

// longestCell is how many units of UTF-16 the text of a cell, or of a comment, may have.
const longestCell = 32_767

// shortener passes on the texts of a cell, one after the other, as far as there is room; … shows where
// more was cut.
type shortener struct {
	left int // units of UTF-16
	full bool
}

// newShortener gives the shortener of a text of so many units of UTF-16.
func newShortener(total int) *shortener {
	if total > longestCell {
		total = longestCell - 1
	}
	return &shortener{left: total}
}

func (s *shortener) next(text string) string {
	if s.full {
		return ""
	}
	short := shortText(text, s.left)
	if len(short) < len(text) {
		s.full = true
		return short + "…"
	}
	s.left -= expression.Units(text)
	return text
}

// shortMarkup gives markup whose text has room in a cell.
func shortMarkup(raw []byte) []byte {
	tokens, err := markup.Scan(slices.Concat([]byte("<is>"), raw, []byte("</is>")))
	if err != nil {
		return raw
	}
	short := newShortener(expression.Units(markup.TextOf(tokens)))
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

// shortText gives the beginning of a text that has no more than so many units of UTF-16.
func shortText(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for i, c := range text {
		if most -= expression.UnitsIn(c); most < 0 {
			return text[:i]
		}
	}
	return text
}

var escapeLike = regexp.MustCompile(`^_x[0-9A-Fa-f]{4}_`)

// escapeCell escapes what a workbook would take for an escape, also where that begins with the end of
// another one (ECMA-376, part 1, 22.9.2.19).
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
