package layout

import (
	"math"
	"slices"
)

// grid is the rows and columns of a table.
type grid struct {
	layout    *layout
	columns   []column
	rows      []row
	continues []bool // whether a row continues the cells of the row above
}

func (l *layout) newGrid(columns []column, rows []row) *grid {
	g := &grid{layout: l, columns: columns, rows: rows, continues: make([]bool, len(rows))}
	lead := math.Inf(1) // smallest gap above a row that has a first cell
	for i := 1; i < len(rows); i++ {
		if g.hasFirstCell(i) {
			lead = min(lead, g.gapAbove(i))
		}
	}
	for i := 1; i < len(rows); i++ {
		g.continues[i] = !g.hasFirstCell(i) && g.gapAbove(i) < min(lead-1, rows[i].size/2)
	}
	return g
}

func (g *grid) gapAbove(i int) float64 { return g.rows[i].box[1] - g.rows[i-1].box[3] }

// columnOf returns the index of the column of a line, or -1 if the line is in no column or in several.
func (g *grid) columnOf(line int) int { return columnAt(g.columns, g.layout.page.lines[line].Box) }

func (g *grid) hasFirstCell(i int) bool {
	for line := g.rows[i].first; line < g.rows[i].end; line++ {
		if g.columnOf(line) == 0 {
			return true
		}
	}
	return false
}

// trim removes rows with a single line from the end, because they are text that follows the table.
func (g *grid) trim() {
	last := len(g.rows)
	for last > 0 && g.rows[last-1].end-g.rows[last-1].first < 2 && !g.continues[last-1] {
		last--
	}
	g.rows = g.rows[:last]
}

// sortCells sorts the lines by cell and returns the number of lines of each cell.
func (g *grid) sortCells() (cells [][]int) {
	for start := 0; start < len(g.rows); {
		end := start + 1
		for end < len(g.rows) && g.continues[end] {
			end++
		}
		cells = append(cells, g.sortRow(g.rows[start].first, g.rows[end-1].end))
		start = end
	}
	return cells
}

func (g *grid) sortRow(first, end int) []int {
	lines := g.layout.page.lines[first:end]
	slices.SortStableFunc(lines, func(a, b textLine) int {
		return columnAt(g.columns, a.Box) - columnAt(g.columns, b.Box)
	})
	cells := []int{}
	for line := first; line < end; line++ {
		for at := g.columnOf(line); len(cells) <= at; {
			cells = append(cells, 0)
		}
		cells[len(cells)-1]++
	}
	return cells
}
