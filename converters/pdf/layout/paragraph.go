package layout

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/converters/wire"
)

// addParagraph adds the paragraph or list item at the start of the rows, and returns the number of its rows.
func (l *layout) addParagraph(rows []row) int {
	block := wire.Block{Kind: wire.BlockParagraph}
	column := columnOf(rows)
	count := 1
	for count < len(rows) && l.page.continuesParagraph(column, &rows[count-1], &rows[count]) && !l.page.endsItem(column, rows, count) &&
		!l.beginsHeading(rows, count) {
		if l.page.endsParagraph(column, &rows[count-1], &rows[count]) {
			block.Breaks = append(block.Breaks, rows[count].first-rows[0].first-1)
		}
		count++
	}
	block.Count = rows[count-1].end - rows[0].first
	switch {
	case l.isHeaderOrFooter(rows, count):
		block.Kind = wire.BlockOther
	case l.page.isMarked(&rows[0]) && l.isItem(rows, count):
		block.Kind, block.Level = wire.BlockItem, l.itemLevel(&rows[0])
	case l.page.areSeparateLines(column, rows[:count], block.Breaks != nil):
		block.Breaks = breakAfterEach(rows[:count])
	}
	block.Continues = l.continues(&block, rows[:count])
	l.append(block)
	return count
}

// continues reports whether a block of rows continues on the next page.
func (l *layout) continues(block *wire.Block, rows []row) bool {
	last := &rows[len(rows)-1]
	if block.Kind != wire.BlockParagraph && block.Kind != wire.BlockItem || len(rows) < 2 || last.end < l.bodyEnd {
		return false
	}
	c := columnOf(rows)
	return c.isProse(last) && !endsSentence(l.page.lastWord(last).Text) && reachesColumnEnd(c, last)
}

// column is the horizontal extent of a column of text.
type column struct{ left, right float64 }

// maxLookahead limits the number of following rows that are examined for each row.
const maxLookahead = 400

// columnOf returns the column of the first row. Its extent is that of the first row and of the rows below it, up to the
// first row with another position or size.
func columnOf(rows []row) column {
	rows = rows[:min(len(rows), maxLookahead)]
	first := &rows[0]
	c := column{first.box[0], first.box[2]}
	for i := 1; i < len(rows) && rows[i].box[1] > rows[i-1].box[1] && isSameSize(rows[i].size, first.size); i++ {
		box := rows[i].box
		if box[0] > c.right || box[2] < c.left || i > 2 && rows[i].block != first.block && !isSamePosition(box[0], c.left, first.size) {
			break
		}
		c.left, c.right = min(c.left, box[0]), max(c.right, box[2])
	}
	return c
}

// isProse reports whether a column is wide enough for prose.
func (c column) isProse(r *row) bool { return c.right-c.left > 15*r.size }

func isSamePosition(a, b, size float64) bool { return a-b < size/4 && b-a < size/4 }

// isSameSize reports whether two font sizes look equal, which means that they differ by less than 6 %.
func isSameSize(a, b float64) bool { return a < 1.06*b && b < 1.06*a }

// continuesParagraph reports whether a row belongs to the same paragraph as the row before it.
func (l *pageLines) continuesParagraph(c column, previous, r *row) bool {
	ends := endsSentence(l.lastWord(previous).Text)
	switch {
	case !isSameSize(previous.size, r.size) || previous.vertical != r.vertical || l.isMarked(r):
		return false
	case r.box[1] < previous.box[1]-previous.size: // the row is in the next column
		return c.isProse(previous) && reachesColumnEnd(c, previous) && !ends && beginsLower(l.firstWord(r).Text)
	case r.box[1]-previous.box[3] > 0.7*r.size || r.box[0] > previous.box[2] || r.box[2] < previous.box[0]:
		return false
	}
	return l.hasWideGaps(previous) == l.hasWideGaps(r) && !(ends && l.endsParagraph(c, previous, r)) &&
		(l.isMarked(previous) || !isIndented(c, previous, r))
}

// hasWideGaps reports whether a row consists of parts far from each other, such as a table header. Such a row and a row
// without wide gaps do not belong to one paragraph.
func (l *pageLines) hasWideGaps(r *row) bool {
	const parts, gap = 3, 6 // least number of parts, and least gap in font sizes (justified text has smaller gaps)
	if r.end-r.first < parts {
		return false
	}
	for i := r.first + 1; i < r.end; i++ {
		a, b := l.lines[i-1].Box, l.lines[i].Box
		if max(b[0]-a[2], a[0]-b[2]) < gap*r.size {
			return false
		}
	}
	return true
}

// endsParagraph reports whether the row previous ends early: the first word of the next row, r, would have fitted on
// its line.
func (l *pageLines) endsParagraph(c column, previous, r *row) bool {
	word := l.firstWord(r).Box
	needed := word[2] - word[0] + 0.8*r.size
	if isCentred(previous, r) {
		return previous.box[2]-previous.box[0]+needed < c.right-c.left
	}
	if r.rtl {
		return previous.box[0]-needed > c.left
	}
	return previous.box[2]+needed < c.right
}

func isCentred(a, b *row) bool {
	middle := (a.box[0] + a.box[2] - b.box[0] - b.box[2]) / 2
	return middle < 1 && middle > -1 && !isSamePosition(a.box[0], b.box[0], a.size)
}

// isIndented reports whether a row is indented against the row before it, like the first line of a paragraph.
func isIndented(c column, previous, r *row) bool {
	if isCentred(previous, r) {
		return false
	}
	if r.rtl {
		return isSamePosition(previous.box[2], c.right, r.size) && r.box[2] < c.right-0.8*r.size
	}
	return isSamePosition(previous.box[0], c.left, r.size) && r.box[0] > c.left+0.8*r.size
}

// reachesColumnEnd reports whether a row reaches the end of its column.
func reachesColumnEnd(c column, r *row) bool {
	if r.rtl {
		return r.box[0] < c.left+2*r.size
	}
	return r.box[2] > c.right-2*r.size
}

func endsSentence(word string) bool {
	word = strings.TrimRight(word, `"'”’»)]`)
	last, _ := utf8.DecodeLastRuneInString(word)
	return strings.ContainsRune(".!?:;。！？：؟۔", last)
}

func beginsLower(word string) bool {
	first, _ := utf8.DecodeRuneInString(word)
	return unicode.IsLower(first)
}

// beginsHeading reports whether a row looks different from the row before it and begins a heading.
func (l *layout) beginsHeading(rows []row, at int) bool {
	return !isSameHeading(&rows[at-1], &rows[at]) && l.isHeading(rows[at:], rows[at-1].box)
}

// isHeaderOrFooter reports whether the first row is the only row of its paragraph, and is isolated at the top or bottom
// of the page. count is the number of rows of the paragraph.
func (l *layout) isHeaderOrFooter(rows []row, count int) bool {
	r := &rows[0]
	largest := 1.05 * l.body.size // larger text at the top is a title
	switch {
	case l.title.lines > 0:
		largest = 0.95 * l.title.otherSize // on a slide, text of the usual size may reach the bottom
	case r.box[1] > l.height/2:
		largest = 1.3 * l.body.size
	}
	if count > 1 || !l.isAtEdge(r.box) || r.size > largest {
		return false
	}
	return (r.first == 0 || hasGap(r, l.page.lines[r.first-1].Box)) && (r.end == len(l.page.lines) || hasGap(r, l.page.lines[r.end].Box))
}

func hasGap(r *row, box wire.Box) bool {
	return max(r.box[1]-box[3], box[1]-r.box[3]) > 1.2*r.size
}
