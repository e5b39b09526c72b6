package layout

import (
	"strings"

	"lectern/converters/wire"
)

// axisPitch is the maximum distance between two numbers at the axis of a chart, in multiples of the font size.
const axisPitch = 6

const digits = "0123456789"

// addAxis adds one paragraph for the numbers of a vertical axis of a chart: the leading rows that are numbers below
// each other. It returns the number of these rows.
func (l *layout) addAxis(rows []row) (count int) {
	for count < len(rows) && l.page.isNumber(&rows[count]) && (count == 0 || isNextOnAxis(&rows[count-1], &rows[count])) {
		count++
	}
	if count < 2 {
		return 0
	}
	l.append(wire.Block{Kind: wire.BlockParagraph, Count: rows[count-1].end - rows[0].first, Breaks: breakAfterEach(rows[:count])})
	return count
}

func isNextOnAxis(previous, r *row) bool {
	pitch := r.box[1] - previous.box[1]
	return isSameSize(previous.size, r.size) && max(pitch, -pitch) < axisPitch*r.size &&
		(isSamePosition(previous.box[0], r.box[0], r.size) || isSamePosition(previous.box[2], r.box[2], r.size) || isCentred(previous, r))
}

// isNumber reports whether a row consists of one number, with optional sign, unit and separators.
func (l *pageLines) isNumber(r *row) bool {
	words := l.lines[r.first].Words
	return r.end-r.first == 1 && len(words) == 1 && strings.ContainsAny(words[0].Text, digits) &&
		strings.Trim(words[0].Text, digits+".,'’+-−–%()$€£E") == ""
}
