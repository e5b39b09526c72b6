package layout

import (
	"slices"
	"unicode/utf8"

	"lectern/converters/wire"
)

// addTaggedBlock adds lines whose kind the structure tree defines. A paragraph becomes a heading if the outline has its
// text, or if it is as large as a title, because Word tags its title style as a paragraph.
func (l *layout) addTaggedBlock(start, end int) {
	role := &l.page.lines[start].role
	block := wire.Block{Kind: role.kind, Level: role.level, Count: end - start}
	rows := l.rows(start, end)
	switch count, level := l.matchOutline(rows); {
	case role.kind == wire.BlockHeading && l.page.isLong(rows):
		block.Kind, block.Level = wire.BlockParagraph, 0
	case role.kind == wire.BlockParagraph && count == len(rows):
		block.Kind, block.Level = wire.BlockHeading, level
	case role.kind == wire.BlockParagraph && l.isTitle(rows):
		block.Kind, block.Level = wire.BlockHeading, 1
	}
	for i, c := 1, columnOf(rows); i < len(rows); i++ {
		if l.page.endsParagraph(c, &rows[i-1], &rows[i]) {
			block.Breaks = append(block.Breaks, rows[i].first-start-1)
		}
	}
	block.Continues = l.continues(&block, rows)
	l.append(block)
}

// isLong reports whether rows are too long for a heading, even if they are tagged as one.
func (l *pageLines) isLong(rows []row) bool {
	return len(rows) > maxHeadingRows && utf8.RuneCountInString(l.textOf(rows)) > 2*maxHeadingChars
}

// isTitle reports whether rows are much larger than the body text and may be a heading.
func (l *layout) isTitle(rows []row) bool {
	if l.body.size == 0 || len(rows) > maxHeadingRows || !isHeadingText(l.page.textOf(rows)) {
		return false
	}
	return !slices.ContainsFunc(rows, func(r row) bool { return l.levelOf(&r) != 1 })
}

// separateMarginLines removes the role of lines in the margins for which MuPDF reports the wrong structure element.
// MuPDF only reports where the next element begins, so that such lines seem to belong to the element before them.
func (l *layout) separateMarginLines() {
	for i := 1; i < len(l.page.lines); i++ {
		before, line := &l.page.lines[i-1], &l.page.lines[i]
		gap := max(line.Box[1]-before.Box[3], before.Box[1]-line.Box[3])
		isStray := line.role == before.role && line.block != before.block && gap > 1.2*line.size && l.isAtEdge(line.Box)
		if line.role.block == 0 && line.role.table == 0 || !isStray {
			continue
		}
		last := line.role
		for ; i < len(l.page.lines) && l.page.lines[i].role == last && l.isAtEdge(l.page.lines[i].Box); i++ {
			l.page.lines[i].role = role{block: -1, kind: wire.BlockOther}
		}
	}
}

// isAtEdge reports whether a box is in the top or bottom margin, where page numbers usually are.
func (l *layout) isAtEdge(box wire.Box) bool {
	const edge = 0.1
	return box[3] < edge*l.height || box[1] > (1-edge)*l.height
}

// A table with at most maxLayoutRows rows and a cell of more than maxLayoutLines lines contains no data: the author
// used it to position text on the page.
const (
	maxLayoutRows  = 2
	maxLayoutLines = 10
)

// addTaggedTable adds lines in a table of the structure tree.
func (l *layout) addTaggedTable(start, end int) {
	rows := l.taggedRows(start, end)
	if isTable(rows) {
		l.append(wire.Block{Kind: wire.BlockTable, Count: end - start, Rows: rows})
		return
	}
	for first := start; first < end; {
		role := &l.page.lines[first].role
		next := first + 1
		for next < end && l.page.lines[next].role.block == role.block && l.page.lines[next].role.cell == role.cell {
			next++
		}
		if role.block == 0 {
			l.addUntagged(first, next)
		} else {
			l.addTaggedBlock(first, next)
		}
		first = next
	}
}

// maxColumns limits the columns of an untagged table, and the column before which empty cells are added to a tagged
// table.
const maxColumns = 100

// taggedRows returns the rows of a tagged table: for each cell its number of lines. Trailing empty cells are left out.
func (l *layout) taggedRows(start, end int) (rows [][]int) {
	var last role
	for i := start; i < end; i++ {
		role := l.page.lines[i].role
		if i == start || role.row != last.row {
			rows = append(rows, nil)
		}
		row := &rows[len(rows)-1]
		if i == start || role.row != last.row || role.cell != last.cell {
			for column := l.elements[role.cell-1].Index; len(*row) < min(column, maxColumns); {
				*row = append(*row, 0)
			}
			*row = append(*row, 0)
		}
		(*row)[len(*row)-1]++
		last = role
	}
	return rows
}

// isTable reports whether the rows of a tagged table contain data, and do not only position text on the page. An
// element of rows is the number of lines of a cell.
func isTable(rows [][]int) bool {
	cells, most := 0, 0
	for _, row := range rows {
		for _, lines := range row {
			if lines > 0 {
				cells++
			}
			most = max(most, lines)
		}
	}
	return cells > 1 && (len(rows) > maxLayoutRows || most <= maxLayoutLines)
}
