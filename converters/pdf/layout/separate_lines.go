package layout

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The limits of areSeparateLines: the minimum number of rows, and the share of the column's width below which a row
// does not fill it.
const (
	minSeparateRows = 3
	narrowShare     = 0.7
)

// areSeparateLines reports whether the rows of a paragraph are separate lines, such as a list without bullets or an
// address. All of them must begin with an upper-case letter or a digit, and none may end in the middle of a sentence.
// In addition, one of two conditions must hold: endsEarly is true, which means that a row is known to end early; or all
// rows begin at the left of a narrow column and at least one of them does not fill it.
func (l *pageLines) areSeparateLines(c column, rows []row, endsEarly bool) bool {
	if len(rows) < minSeparateRows {
		return false
	}
	short, inLine := false, true
	for i := range rows {
		r := &rows[i]
		if r.end-r.first > 1 || !beginsUpper(l.firstWord(r).Text) || i < len(rows)-1 && endsMidSentence(l.lastWord(r).Text) {
			return false
		}
		short = short || i < len(rows)-1 && r.box[2]-r.box[0] < narrowShare*(c.right-c.left)
		inLine = inLine && isSamePosition(r.box[0], c.left, r.size)
	}
	return endsEarly || short && inLine && !c.isProse(&rows[0])
}

func beginsUpper(word string) bool {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(word, `"'“‘«([`))
	return unicode.IsUpper(first) || unicode.IsDigit(first)
}

func endsMidSentence(word string) bool {
	last, _ := utf8.DecodeLastRuneInString(word)
	return strings.ContainsRune(",-–—&\u00ad", last)
}

// breakAfterEach returns line breaks after each row except the last.
func breakAfterEach(rows []row) (breaks []int) {
	for i := range rows[1:] {
		breaks = append(breaks, rows[i].end-rows[0].first-1)
	}
	return breaks
}
