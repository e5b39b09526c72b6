package layout

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Rows that are each a line of its own: so many at least, of which one was ended, or one but the last does not fill to that
// share a narrow column at the left of which all begin.
const (
	minSeparateRows = 3
	narrowShare     = 0.7
)

// areSeparateLines reports whether rows of one paragraph, of which some are known to be ended, are each a line of its own, such as
// those of a list without marks: all of them begin as sentences and names do, and none stops amid one.
func (l *pageLines) areSeparateLines(c column, rows []row, ended bool) bool {
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
	return ended || short && inLine && !c.isProse(&rows[0])
}

func beginsUpper(word string) bool {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(word, `"'“‘«([`))
	return unicode.IsUpper(first) || unicode.IsDigit(first)
}

func endsMidSentence(word string) bool {
	last, _ := utf8.DecodeLastRuneInString(word)
	return strings.ContainsRune(",-–—&\u00ad", last)
}

// breakAfterEach are the breaks behind each of the rows but the last.
func breakAfterEach(rows []row) (breaks []int) {
	for i := range rows[1:] {
		breaks = append(breaks, rows[i].end-rows[0].first-1)
	}
	return breaks
}
