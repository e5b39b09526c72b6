package layout

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/converters/wire"
)

// row is lines beside each other, which are read one behind the other.
type row struct {
	first, end int // its lines
	box        wire.Box
	size       float64
	bold       bool
	block      int // of MuPDF's, that of its first line
	rtl        bool
	upright    bool
	lettered   bool // its first word is a letter that marks a choice
}

// guess adds the blocks of lines of which nobody tells what they make up.
func (l *layout) guess(start, end int) {
	rows := l.rows(start, end)
	l.setLettered(rows)
	for len(rows) > 0 {
		count := l.addHeading(rows)
		if count == 0 {
			count = l.addTable(rows)
		}
		if count == 0 {
			count = l.addAxis(rows)
		}
		if count == 0 {
			count = l.addParagraph(rows)
		}
		rows = rows[count:]
	}
}

// rows parts lines into rows.
func (l *layout) rows(start, end int) (rows []row) {
	for i := start; i < end; i++ {
		line := &l.lines[i]
		if last := len(rows) - 1; last >= 0 && i != l.lead.lines && isBeside(&l.lines[i-1], line) {
			r := &rows[last]
			r.end, r.box, r.bold = i+1, r.box.Join(line.Box), r.bold && line.bold
			continue
		}
		rows = append(rows, row{i, i + 1, line.Box, line.size, line.bold, line.block, isRightToLeft(line), line.isUpright(), false})
	}
	return rows
}

// isBeside reports whether a line goes on in the row of the one before it.
func isBeside(before, line *textLine) bool {
	a, b := before.Box, line.Box
	if !isLevel(a, b) {
		return false
	}
	if before.isUpright() || line.isUpright() {
		return false
	}
	if isRightToLeft(line) {
		return b[2] <= a[0]+1
	}
	return b[0] >= a[2]-1
}

// isLevel reports whether boxes are at the same height for the most part of the lower one.
func isLevel(a, b wire.Box) bool {
	return min(a[3], b[3])-max(a[1], b[1]) >= min(a[3]-a[1], b[3]-b[1])/2
}

// isUpright reports whether a line runs up or down.
func (l *textLine) isUpright() bool {
	return l.Box[3]-l.Box[1] > 2*(l.Box[2]-l.Box[0]) && l.count > 2
}

// isRightToLeft reports whether a line runs from right to left, by its first letter.
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

func (l *layout) firstWord(r *row) *wire.Word { return &l.lines[r.first].Words[0] }

func (l *layout) lastWord(r *row) *wire.Word {
	words := l.lines[r.end-1].Words
	return &words[len(words)-1]
}

func (l *layout) textOf(rows []row) string {
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

// addParagraph adds the paragraph or the item of a list that the rows begin with, and says how many of them it has.
func (l *layout) addParagraph(rows []row) int {
	block := wire.Block{Kind: wire.BlockParagraph}
	column := columnOf(rows)
	count := 1
	for count < len(rows) && l.goesOn(column, &rows[count-1], &rows[count]) && !l.leavesItem(column, rows, count) &&
		!l.beginsHeading(rows, count) {
		if l.isEnded(column, &rows[count-1], &rows[count]) {
			block.Breaks = append(block.Breaks, rows[count].first-rows[0].first-1)
		}
		count++
	}
	block.Count = rows[count-1].end - rows[0].first
	switch {
	case l.isAround(rows, count):
		block.Kind = wire.BlockOther
	case l.isMarked(&rows[0]) && l.isItem(rows, count):
		block.Kind, block.Level = wire.BlockItem, l.itemLevel(&rows[0])
	case l.areApart(column, rows[:count], block.Breaks != nil):
		block.Breaks = allBreaks(rows[:count])
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
	return c.isProse(last) && !endsSentence(l.lastWord(last).Text) && isFull(c, last)
}

// column is where the rows begin and end that belong with the first.
type column struct{ left, right float64 }

// mostAhead bounds how many rows are looked at for the sake of one.
const mostAhead = 400

// columnOf returns the column of the first row: from it on down to where rows begin elsewhere.
func columnOf(rows []row) column {
	rows = rows[:min(len(rows), mostAhead)]
	first := &rows[0]
	c := column{first.box[0], first.box[2]}
	for i := 1; i < len(rows) && rows[i].box[1] > rows[i-1].box[1] && isLike(rows[i].size, first.size); i++ {
		box := rows[i].box
		if box[0] > c.right || box[2] < c.left || i > 2 && rows[i].block != first.block && !isAt(box[0], c.left, first.size) {
			break
		}
		c.left, c.right = min(c.left, box[0]), max(c.right, box[2])
	}
	return c
}

// isProse reports whether a column is wide enough to be one of prose.
func (c column) isProse(r *row) bool { return c.right-c.left > 15*r.size }

func isAt(a, b, size float64) bool { return a-b < size/4 && b-a < size/4 }

// isLike reports whether letters of both sizes look as if they had the same.
func isLike(a, b float64) bool { return a < 1.06*b && b < 1.06*a }

// goesOn reports whether a row is of the same paragraph as the one before it.
func (l *layout) goesOn(c column, before, r *row) bool {
	ends := endsSentence(l.lastWord(before).Text)
	switch {
	case !isLike(before.size, r.size) || before.upright != r.upright || l.isMarked(r):
		return false
	case r.box[1] < before.box[1]-before.size: // in another column
		return c.isProse(before) && isFull(c, before) && !ends && beginsLower(l.firstWord(r).Text)
	case r.box[1]-before.box[3] > 0.7*r.size || r.box[0] > before.box[2] || r.box[2] < before.box[0]:
		return false
	}
	return l.isSpread(before) == l.isSpread(r) && !(ends && l.isEnded(c, before, r)) && (l.isMarked(before) || !isIndented(c, before, r))
}

// isSpread reports whether a row has parts far from each other, as the head of a table has: what is above or below in one
// piece is not of the same paragraph.
func (l *layout) isSpread(r *row) bool {
	const parts, gap = 3, 6 // of so many sizes: in a narrow column that is justified, words are apart, too
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

// isEnded reports whether a row ends its paragraph: the first word of the next one would have had room on it.
func (l *layout) isEnded(c column, before, r *row) bool {
	word := l.firstWord(r).Box
	needed := word[2] - word[0] + 0.8*r.size
	if isCentred(before, r) {
		return before.box[2]-before.box[0]+needed < c.right-c.left
	}
	if r.rtl {
		return before.box[0]-needed > c.left
	}
	return before.box[2]+needed < c.right
}

func isCentred(a, b *row) bool {
	middle := (a.box[0] + a.box[2] - b.box[0] - b.box[2]) / 2
	return middle < 1 && middle > -1 && !isAt(a.box[0], b.box[0], a.size)
}

// isIndented reports whether a row begins further in than the one before it, as paragraphs do.
func isIndented(c column, before, r *row) bool {
	if isCentred(before, r) {
		return false
	}
	if r.rtl {
		return isAt(before.box[2], c.right, r.size) && r.box[2] < c.right-0.8*r.size
	}
	return isAt(before.box[0], c.left, r.size) && r.box[0] > c.left+0.8*r.size
}

// isFull reports whether a row ends where its column does.
func isFull(c column, r *row) bool {
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

// beginsHeading reports whether a row, which looks otherwise than the one before, begins a heading.
func (l *layout) beginsHeading(rows []row, at int) bool {
	return !isSameHeading(&rows[at-1], &rows[at]) && l.isHeading(rows[at:], rows[at-1].box)
}

// isAround reports whether the first row stands alone at the top or at the bottom of the page.
func (l *layout) isAround(rows []row, count int) bool {
	r := &rows[0]
	largest := 1.05 * l.body.size // what is larger at the top is a title
	switch {
	case l.lead.lines > 0:
		largest = 0.95 * l.lead.rest // slides end where they are full
	case r.box[1] > l.height/2:
		largest = 1.3 * l.body.size
	}
	if count > 1 || !l.isAtEdge(r.box) || r.size > largest {
		return false
	}
	return (r.first == 0 || isApart(r, l.lines[r.first-1].Box)) && (r.end == len(l.lines) || isApart(r, l.lines[r.end].Box))
}

func isApart(r *row, box wire.Box) bool {
	return max(r.box[1]-box[3], box[1]-r.box[3]) > 1.2*r.size
}
