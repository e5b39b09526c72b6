package layout

import (
	"slices"
	"unicode/utf8"

	"lectern/converters/wire"
)

// The title of a page that has too little text to tell what its body is, such as a slide: it is at the top, so many times
// larger than all else, and has at most so many characters.
const (
	titleRatio = 1.3
	titleCount = 100
)

// lead is that title, the first lines of the page.
type pageTitle struct {
	lines int     // 0 where there is none
	rest  float64 // the size that most of the other text has
}

// findPageTitle finds the title of a page without a body, and has it read first, whenever it is drawn.
func (l *layout) findPageTitle() {
	if l.body.size > 0 {
		return
	}
	first, count := l.largest()
	if count == 0 || count == len(l.lines) || !l.isPageTitle(first, first+count) {
		return
	}
	title := slices.Clone(l.lines[first : first+count])
	l.lines = slices.Insert(slices.Delete(l.lines, first, first+count), 0, title...)
	l.title = pageTitle{count, sizeOf(l.lines[count:])}
}

// largest returns the lines of the largest letters that follow each other first; none where they are too many.
func (l *pageLines) largest() (first, count int) {
	size := 0.0
	for i := range l.lines {
		switch line := &l.lines[i]; {
		case line.size > size && !isSameSize(line.size, size):
			first, count, size = i, 1, line.size
		case i == first+count && isSameSize(line.size, size):
			count++
		}
	}
	if count > headingRows {
		return 0, 0
	}
	return first, count
}

// isPageTitle reports whether lines are above all others, much larger, and may be a title.
func (l *layout) isPageTitle(first, end int) bool {
	top := &l.lines[first]
	for i := range l.lines {
		line := &l.lines[i]
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
	text := l.textOf(rows)
	return top.Box[1] < l.height/2 && !top.isUpright() && utf8.RuneCountInString(text) <= titleCount && isHeadingText(text)
}

// isReadBefore reports whether a box is read before a title: it is above it and not at the edge of the page, or at its left.
func (l *layout) isReadBefore(box, title wire.Box) bool {
	return box[1] < title[1] && !l.isAtEdge(box) || isLevel(box, title) && box[2] <= title[0]
}

// sizeOf is the size that most of lines have.
func sizeOf(lines []textLine) float64 {
	sizes := map[float64]int{}
	for i := range lines {
		sizes[lines[i].size] += lines[i].count
	}
	return mostFrequent(sizes)
}

// pageTitleRows returns how many of the rows are the title.
func (l *layout) pageTitleRows(rows []row) (count int) {
	for count < len(rows) && rows[count].end <= l.title.lines {
		count++
	}
	return count
}
