package layout

import (
	"strings"
	"unicode"

	"lectern/converters/wire"
)

// row is a row of lines side by side, which are read one after the other.
type row struct {
	first, end int // range of its lines
	box        wire.Box
	size       float64
	bold       bool
	block      int // MuPDF's block of its first line
	rtl        bool
	vertical   bool
	lettered   bool // its first word is a letter that marks a list item, such as "A."
}

// rows groups lines into rows.
func (l *layout) rows(start, end int) (rows []row) {
	for i := start; i < end; i++ {
		line := &l.page.lines[i]
		if last := len(rows) - 1; last >= 0 && i != l.title.lines && isSideBySide(&l.page.lines[i-1], line) {
			r := &rows[last]
			r.end, r.box, r.bold = i+1, r.box.Join(line.Box), r.bold && line.bold
			continue
		}
		rows = append(rows, row{i, i + 1, line.Box, line.size, line.bold, line.block, isRightToLeft(line), line.isVertical(), false})
	}
	return rows
}

// isSideBySide reports whether a line continues the row of the line before it.
func isSideBySide(previous, line *textLine) bool {
	a, b := previous.Box, line.Box
	if !overlapVertically(a, b) {
		return false
	}
	if previous.isVertical() || line.isVertical() {
		return false
	}
	if isRightToLeft(line) {
		return b[2] <= a[0]+1
	}
	return b[0] >= a[2]-1
}

// overlapVertically reports whether two boxes overlap vertically by at least half of the height of the box with the
// smaller height.
func overlapVertically(a, b wire.Box) bool {
	return min(a[3], b[3])-max(a[1], b[1]) >= min(a[3]-a[1], b[3]-b[1])/2
}

// isVertical reports whether a line has at least three characters and is more than twice as high as wide.
func (l *textLine) isVertical() bool {
	return l.Box[3]-l.Box[1] > 2*(l.Box[2]-l.Box[0]) && l.charCount > 2
}

// isRightToLeft reports whether the first letter of a line belongs to a right-to-left script.
func isRightToLeft(line *textLine) bool {
	for _, word := range line.Words {
		for _, r := range word.Text {
			if unicode.IsLetter(r) {
				return unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko)
			}
		}
	}
	return false
}

func (l *pageLines) firstWord(r *row) *wire.Word { return &l.lines[r.first].Words[0] }

func (l *pageLines) lastWord(r *row) *wire.Word {
	words := l.lines[r.end-1].Words
	return &words[len(words)-1]
}

func (l *pageLines) textOf(rows []row) string {
	var text strings.Builder
	for i := rows[0].first; i < rows[len(rows)-1].end; i++ {
		for _, word := range l.lines[i].Words {
			if text.Len() > 0 {
				text.WriteByte(' ')
			}
			text.WriteString(word.Text)
		}
	}
	return text.String()
}
