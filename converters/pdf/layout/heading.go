package layout

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/converters/wire"
)

// bodyStyle is the style of most text of a page.
type bodyStyle struct {
	size float64 // 0 if there is too little text
	bold bool
}

// A page has a body text if many characters have the same size: at least minBodyChars, and at least the share
// minBodyShare of all characters.
const (
	minBodyChars = 240
	minBodyShare = 0.5
)

func bodyOf(lines []textLine) bodyStyle {
	sizes := map[float64]int{}
	all, bold := 0, 0
	for i := range lines {
		sizes[math.Round(10*lines[i].size)/10] += lines[i].charCount // scaled text has slightly different sizes
		all += lines[i].charCount
		if lines[i].bold {
			bold += lines[i].charCount
		}
	}
	size := mostFrequent(sizes)
	if sizes[size] < minBodyChars || float64(sizes[size]) < minBodyShare*float64(all) {
		return bodyStyle{}
	}
	return bodyStyle{size, 2*bold > all}
}

// The largest number of rows and characters of a heading.
const (
	maxHeadingRows  = 4
	maxHeadingChars = 200
)

// addHeading adds the heading at the start of the rows, and returns the number of its rows, or 0.
func (l *layout) addHeading(rows []row) int {
	var before wire.Box
	if first := rows[0].first; first > 0 {
		before = l.page.lines[first-1].Box
	}
	count, level := l.headingOf(rows, before)
	if count > 0 {
		l.append(wire.Block{Kind: wire.BlockHeading, Level: level, Count: rows[count-1].end - rows[0].first})
	}
	return count
}

func (l *layout) isHeading(rows []row, previous wire.Box) bool {
	count, _ := l.headingOf(rows, previous)
	return count > 0
}

// headingOf returns the number of rows at the start that form a heading, and its level.
func (l *layout) headingOf(rows []row, previous wire.Box) (count, level int) {
	if count, level = l.matchOutline(rows); count > 0 {
		return count, level
	}
	if count = l.pageTitleRows(rows); count > 0 {
		return count, 1
	}
	if l.body.size == 0 {
		return 0, 0
	}
	if level = l.levelOf(&rows[0]); level == 0 {
		return 0, 0
	}
	for count = 1; count < min(len(rows), maxHeadingRows+1) && isSameHeading(&rows[count-1], &rows[count]); count++ {
	}
	if count > maxHeadingRows || !l.isSpacedAsHeading(rows, count, previous) || !isHeadingText(l.page.textOf(rows[:count])) {
		return 0, 0
	}
	return count, level
}

// levelOf returns the heading level of a row by its size and weight relative to the body text, or 0 if the row looks
// like no heading.
func (l *layout) levelOf(r *row) int {
	switch ratio := r.size / l.body.size; {
	case r.vertical || r.end-r.first > 2:
		return 0
	case ratio >= 1.6:
		return 1
	case ratio >= 1.15:
		return 2
	case ratio > 0.97 && r.bold && !l.body.bold:
		return 3
	}
	return 0
}

func isSameHeading(previous, r *row) bool {
	return isSameSize(previous.size, r.size) && previous.bold == r.bold &&
		r.box[1] > previous.box[1] && r.box[1]-previous.box[3] < 0.6*r.size &&
		r.box[0] < previous.box[2] && r.box[2] > previous.box[0]
}

// isSpacedAsHeading reports whether there is space above a heading and smaller or lighter text below.
func (l *layout) isSpacedAsHeading(rows []row, count int, previous wire.Box) bool {
	first, last := &rows[0], &rows[count-1]
	if previous != (wire.Box{}) && previous[1] < first.box[1] && first.box[1]-previous[3] < 0.25*first.size &&
		previous[0] < first.box[2] && previous[2] > first.box[0] && l.levelOf(first) == 3 {
		return false
	}
	if count == len(rows) {
		return false
	}
	next := &rows[count]
	return next.box[1] >= last.box[1] && next.size < 1.02*last.size && next.end-next.first <= 2 &&
		(next.size < 0.95*last.size || !next.bold)
}

// isHeadingText reports whether a text may be a heading.
func isHeadingText(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	last, _ := utf8.DecodeLastRuneInString(text)
	if len(text) > 4*maxHeadingChars || utf8.RuneCountInString(text) > maxHeadingChars || strings.ContainsRune(".,;:", last) {
		return false
	}
	letters := 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return letters > 2 && 2*letters > utf8.RuneCountInString(text) && !unicode.IsLower(first)
}
