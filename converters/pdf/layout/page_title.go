package layout

import (
	"slices"
	"unicode/utf8"

	"lectern/converters/wire"
)

// A page without a body text, such as a slide, may have a title at the top. It is at least titleRatio times as large as
// all other text and has at most maxTitleChars characters.
const (
	titleRatio    = 1.3
	maxTitleChars = 100
)

// pageTitle is the title of a page without a body text: the first lines of the page.
type pageTitle struct {
	lines     int     // 0 if there is none
	otherSize float64 // most frequent size of the other text
}

// findPageTitle finds the title of a page without a body text and moves it to the start.
func (l *layout) findPageTitle() {
	if l.body.size > 0 {
		return
	}
	first, count := l.page.findLargest()
	if count == 0 || count == len(l.page.lines) || !l.isPageTitle(first, first+count) {
		return
	}
	title := slices.Clone(l.page.lines[first : first+count])
	l.page.lines = slices.Insert(slices.Delete(l.page.lines, first, first+count), 0, title...)
	l.title = pageTitle{count, sizeOf(l.page.lines[count:])}
}

// findLargest returns the first consecutive lines with the largest font size; count is 0 if they are too many for a
// title.
func (l *pageLines) findLargest() (first, count int) {
	size := 0.0
	for i := range l.lines {
		switch line := &l.lines[i]; {
		case line.size > size && !isSameSize(line.size, size):
			first, count, size = i, 1, line.size
		case i == first+count && isSameSize(line.size, size):
			count++
		}
	}
	if count > maxHeadingRows {
		return 0, 0
	}
	return first, count
}

// isPageTitle reports whether lines are above all other lines, are much larger, and may be a title.
func (l *layout) isPageTitle(first, end int) bool {
	top := &l.page.lines[first]
	for i := range l.page.lines {
		line := &l.page.lines[i]
		if line.role != (role{}) {
			return false
		}
		if i >= first && i < end {
			continue
		}
		if titleRatio*line.size > top.size || l.isReadBefore(line.Box, top.Box) {
			return false
		}
	}
	rows := l.rows(first, end)
	for i := range rows {
		if rows[i].end-rows[i].first > 1 || i > 0 && !isSameHeading(&rows[i-1], &rows[i]) {
			return false
		}
	}
	text := l.page.textOf(rows)
	return top.Box[1] < l.height/2 && !top.isVertical() && utf8.RuneCountInString(text) <= maxTitleChars && isHeadingText(text)
}

// isReadBefore reports whether a box is read before a title. This is the case if the box is to the left of the title,
// or if it is above the title and not in the margin.
func (l *layout) isReadBefore(box, title wire.Box) bool {
	return box[1] < title[1] && !l.isAtEdge(box) || overlapVertically(box, title) && box[2] <= title[0]
}

// sizeOf returns the most frequent font size of lines.
func sizeOf(lines []textLine) float64 {
	sizes := map[float64]int{}
	for i := range lines {
		sizes[lines[i].size] += lines[i].charCount
	}
	return mostFrequent(sizes)
}

// pageTitleRows returns the number of rows at the start that form the title.
func (l *layout) pageTitleRows(rows []row) (count int) {
	for count < len(rows) && rows[count].end <= l.title.lines {
		count++
	}
	return count
}
