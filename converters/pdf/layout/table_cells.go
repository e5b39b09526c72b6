package layout

import (
	"cmp"
	"math"
	"slices"

	"lectern/converters/wire"
)

// moveLinesIntoCells moves lines after a table into the cells in which they are drawn, because programs such as
// LibreOffice draw cells with several lines after all other cells.
func moveLinesIntoCells(pieces []piece) []piece {
	taken := pieces[:0]
	var tables []*cells
	first := 0 // index of the piece after the last table
	for i, p := range pieces {
		last := len(tables) - 1
		if p.Kind == wire.BlockParagraph && last >= 0 && i-first < maxLookahead && tables[last].add(p.lines) {
			continue
		}
		taken = append(taken, p)
		if p.Kind == wire.BlockTable && p.lines[0].role.table == 0 {
			tables, first = append(tables, cellsOf(&taken[len(taken)-1])), i+1
		}
	}
	for _, table := range tables {
		table.updateTable()
	}
	return taken
}

// cells are the cells of a table with their lines.
type cells struct {
	table   *piece
	lines   [][][]textLine // by row and column
	boxes   []wire.Box     // boxes of the rows
	columns []column
}

func cellsOf(table *piece) *cells {
	c := &cells{table: table}
	rest := table.lines
	for _, counts := range table.Rows {
		row, box := [][]textLine{}, wire.Box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
		for at, count := range counts {
			if at == len(c.columns) {
				c.columns = append(c.columns, column{math.Inf(1), math.Inf(-1)})
			}
			for i := range rest[:count] {
				line := rest[i].Box
				box = box.Join(line)
				c.columns[at].left, c.columns[at].right = min(c.columns[at].left, line[0]), max(c.columns[at].right, line[2])
			}
			row = append(row, slices.Clip(rest[:count]))
			rest = rest[count:]
		}
		c.lines, c.boxes = append(c.lines, row), append(c.boxes, box)
	}
	for i := range c.lines {
		c.lines[i] = append(c.lines[i], make([][]textLine, len(c.columns)-len(c.lines[i]))...)
	}
	return c
}

// add adds lines to the cells in which they are drawn. If one of the lines is in no cell, add adds none of them and
// returns false.
func (c *cells) add(lines []textLine) bool {
	var grown []*[]textLine
	for i := range lines {
		cell := c.cellAt(&lines[i])
		if cell == nil {
			for _, cell := range grown {
				*cell = (*cell)[:len(*cell)-1]
			}
			return false
		}
		*cell = append(*cell, lines[i])
		grown = append(grown, cell)
	}
	return true
}

// cellAt returns the cell in which a line is drawn, or nil. The first line of a cell must be at the height of its row.
// Each further line must be directly below the line before it.
func (c *cells) cellAt(line *textLine) *[]textLine {
	slack := line.size / 2 // boxes are larger than their letters
	at := columnAt(c.columns, line.Box)
	row, is := slices.BinarySearchFunc(c.boxes, line.Box[1]+slack/2, func(box wire.Box, y float64) int { return cmp.Compare(box[1], y) })
	if !is {
		row--
	}
	if at < 0 || row < 0 || at >= len(c.lines[row]) || row+1 < len(c.boxes) && line.Box[3] > c.boxes[row+1][1]+slack {
		return nil
	}
	cell := &c.lines[row][at]
	if len(*cell) == 0 && overlapVertically(c.boxes[row], line.Box) || len(*cell) > 0 && at > 0 && isJustBelow(&(*cell)[len(*cell)-1], line) {
		return cell
	}
	return nil
}

// isJustBelow reports whether a line is directly below another one, in the same font size.
func isJustBelow(previous, line *textLine) bool {
	gap := line.Box[1] - previous.Box[3]
	return isSameSize(previous.size, line.size) && gap > -line.size/2 && gap < 0.7*line.size
}

// updateTable sets the lines of the table to the lines of its cells, in order.
func (c *cells) updateTable() {
	table := c.table
	table.lines, table.Rows = nil, nil
	for _, row := range c.lines {
		counts, last := make([]int, len(row)), 0
		for at, cell := range row {
			table.lines = append(table.lines, cell...)
			if counts[at] = len(cell); len(cell) > 0 {
				last = at + 1
			}
		}
		table.Rows = append(table.Rows, counts[:last])
	}
	table.Count = len(table.lines)
}
