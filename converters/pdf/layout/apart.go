package layout

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Rows that are each a line of its own: so many at least, of which one was ended, or one but the last does not fill to that
// share a narrow column at the left of which all begin.
const (
	apartRows  = 3
	apartShare = 0.7
)

// areApart reports whether rows of one paragraph, of which some are known to be ended, are each a line of its own, such as
// those of a list without marks: all of them begin as sentences and names do, and none stops amid one.
func (l *layout) areApart(c column, rows []row, ended bool) bool {
	if len(rows) < apartRows {
		return false
	}
	short, inLine := false, true
	for i := range rows {
		r := &rows[i]
		if r.end-r.first > 1 || !beginsUpper(l.firstWord(r).Text) || i < len(rows)-1 && stopsAmid(l.lastWord(r).Text) {
			return false
		}
		short = short || i < len(rows)-1 && r.box[2]-r.box[0] < apartShare*(c.right-c.left)
		inLine = inLine && isAt(r.box[0], c.left, r.size)
	}
	return ended || short && inLine && !c.isProse(&rows[0])
}

func beginsUpper(word string) bool {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(word, `"'“‘«([`))
	return unicode.IsUpper(first) || unicode.IsDigit(first)
}

func stopsAmid(word string) bool {
	last, _ := utf8.DecodeLastRuneInString(word)
	return strings.ContainsRune(",-–—&\u00ad", last)
}

// allBreaks are the breaks behind each of the rows but the last.
func allBreaks(rows []row) (breaks []int) {
	for i := range rows[1:] {
		breaks = append(breaks, rows[i].end-rows[0].first-1)
	}
	return breaks
}
