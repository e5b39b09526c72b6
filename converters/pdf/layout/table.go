package layout

import (
	"cmp"
	"slices"

	"lectern/converters/wire"
)

// Limits for a table that is not tagged.
const (
	minTableRows  = 2
	minTableCells = 6  // minimum number of cells in rows with several cells
	maxCellLength = 40 // largest average number of characters of a cell
	maxDataLength = 25 // at least one column must have at most this average; prose in columns is no table
)

// addTable adds the table at the start of the rows, and returns the number of its rows, or 0.
func (l *layout) addTable(rows []row) int {
	if rows[0].end-rows[0].first < 2 {
		return 0
	}
	var columns []column
	count := 0
	for count < min(len(rows), maxLookahead) && (count == 0 || isBelow(&rows[count-1], &rows[count])) {
		wider, ok := l.page.widened(columns, &rows[count])
		if !ok {
			break
		}
		columns = wider
		count++
	}
	grid := l.newGrid(columns, rows[:count])
	grid.trim()
	if count = len(grid.rows); count < minTableRows || !l.page.isTabular(rows[:count], columns) {
		return 0
	}
	l.append(wire.Block{Kind: wire.BlockTable, Count: rows[count-1].end - rows[0].first, Rows: grid.sortCells()})
	return count
}

// overlaps reports whether a box overlaps a column. A box without width on the border of two columns is in the column
// that begins there.
func (c column) overlaps(box wire.Box) bool {
	return box[0] == c.left || box[0] < c.right && box[2] > c.left
}

// columnAt returns the index of the column that a box overlaps, or -1 if it overlaps none or several.
func columnAt(columns []column, box wire.Box) int {
	at := -1
	for i, c := range columns {
		if c.overlaps(box) {
			if at >= 0 {
				return -1
			}
			at = i
		}
	}
	return at
}

// widened returns the columns, extended so that they contain the lines of a row. Each line of the row must be in a
// different column. A row of several lines may add columns.
func (l *pageLines) widened(columns []column, r *row) ([]column, bool) {
	wider := slices.Clone(columns)
	taken := map[int]bool{}
	for i := r.first; i < r.end; i++ {
		box := l.lines[i].Box
		at := columnAt(wider, box)
		if at < 0 {
			if overlapsAny(wider, box) || r.end-r.first < 2 || len(wider) == maxColumns {
				return nil, false
			}
			wider = append(wider, column{box[0], box[2]})
			at = len(wider) - 1
		}
		if taken[at] {
			return nil, false
		}
		taken[at] = true
		wider[at].left, wider[at].right = min(wider[at].left, box[0]), max(wider[at].right, box[2])
	}
	slices.SortFunc(wider, func(a, b column) int { return cmp.Compare(a.left, b.left) })
	for i := 1; i < len(wider); i++ {
		if wider[i].left < wider[i-1].right {
			return nil, false
		}
	}
	return wider, true
}

func overlapsAny(columns []column, box wire.Box) bool {
	return slices.ContainsFunc(columns, func(c column) bool { return c.overlaps(box) })
}

func isBelow(previous, r *row) bool {
	return r.box[1] > previous.box[1] && r.box[1]-previous.box[3] < 2.5*max(r.size, previous.size)
}

// isTabular reports whether the cells are short and aligned in each column: left, right or centred.
func (l *pageLines) isTabular(rows []row, columns []column) bool {
	count, lines, whole := 0, 0, 0
	columnEdges := make([]alignmentCounts, len(columns))
	for _, r := range rows {
		lines += r.end - r.first
		if r.end-r.first > 1 {
			whole += r.end - r.first
		}
		for i := r.first; i < r.end; i++ {
			box := l.lines[i].Box
			at := columnAt(columns, box)
			columnEdges[at].add(columns[at], box)
			columnEdges[at].chars += l.lines[i].charCount
			count += l.lines[i].charCount
		}
	}
	unaligned := func(e alignmentCounts) bool { return !e.areAligned() }
	hasData := slices.ContainsFunc(columnEdges, func(e alignmentCounts) bool { return e.chars <= maxDataLength*e.boxes })
	return hasData && count <= maxCellLength*lines && whole >= minTableCells && !l.isList(rows) && !slices.ContainsFunc(columnEdges, unaligned)
}

// alignmentCounts counts the boxes in a column by their alignment, and the characters in these boxes.
type alignmentCounts struct{ boxes, left, right, middle, chars int }

func (e *alignmentCounts) add(c column, box wire.Box) {
	const slack = 2.0
	e.boxes++
	if box[0] < c.left+slack {
		e.left++
	}
	if box[2] > c.right-slack {
		e.right++
	}
	if d := box[0] + box[2] - c.left - c.right; d < 2*slack && d > -2*slack {
		e.middle++
	}
}

// areAligned reports whether most boxes have the same alignment.
func (e *alignmentCounts) areAligned() bool {
	const share = 0.75
	return float64(max(e.left, e.right, e.middle)) >= share*float64(e.boxes)
}

// isList reports whether the first column consists of marks of list items.
func (l *pageLines) isList(rows []row) bool {
	marks := 0
	for i := range rows {
		first := &l.lines[rows[i].first]
		if _, ok := ordinal(first.Words[0].Text); len(first.Words) == 1 && (ok || isBullet(first.Words[0].Text) || isDash(first.Words[0].Text)) &&
			rows[i].end-rows[i].first == 2 {
			marks++
		}
	}
	return 2*marks > len(rows)
}
