package word

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"lectern/converters/template/core"
	"lectern/converters/template/markup"
	"lectern/converters/template/objects"
)

// columnsNode is a table of a text document in which loops repeat cells.
type columnsNode struct {
	tag   *core.Tag // the tag of the first loop over cells
	table core.Node
}

// Wrapped implements [core.Wrapper].
func (n *columnsNode) Wrapped() []core.Node { return []core.Node{n.table} }

// Render implements [core.Node].
func (n *columnsNode) Render(r *core.Renderer, s *core.Scope) {
	begin := len(r.Out)
	n.table.Render(r, s)
	if begin == len(r.Out) || r.Stopped {
		return
	}
	grid := readColumns(r.Out[begin:])
	if len(grid.widest) > objects.MaxColumns {
		r.Problems.Add(n.tag.Problem("table-too-wide", "columns", strconv.Itoa(objects.MaxColumns)))
		return
	}
	r.Out = replaceSpanMarks(grid.fitGrid(r.Out, begin), begin, len(grid.widest))
}

// WrapTable returns a node that adapts the grid of a table to the cells that loops have repeated. It returns n itself
// if no loop repeats cells.
func WrapTable(c *core.Compiler, i int, n core.Node) core.Node {
	if c.Pieces[i].Token.Name == "w:tbl" {
		if t := firstCellLoop(c, i+1, c.Pieces[i].Match); t != nil {
			return &columnsNode{t, n}
		}
	}
	return n
}

// firstCellLoop returns the tag of the first loop over cells, or nil if there is none. It considers the loops that
// start in the half-open range [from, to) of pieces ([core.Piece]).
func firstCellLoop(c *core.Compiler, from, to int) *core.Tag {
	for l := range cellLoops(c, from, to) {
		return l.Tag
	}
	return nil
}

// cellLoops yields the loops over cells that start in the half-open range [from, to) of pieces ([core.Piece]).
func cellLoops(c *core.Compiler, from, to int) iter.Seq[*core.Loop] {
	return func(yield func(*core.Loop) bool) {
		first, _ := slices.BinarySearchFunc(c.Loops, from, func(l core.Loop, at int) int { return cmp.Compare(l.First, at) })
		for i := first; i < len(c.Loops) && c.Loops[i].First < to; i++ {
			if c.Pieces[c.Loops[i].First].Token.Name == c.Format.Cell && !yield(&c.Loops[i]) {
				return
			}
		}
	}
}

// tableColumns contains the columns in the grid of a table (ECMA-376, part 1, 17.4.48), and the columns of the table's
// rows. Widths are in twips; a width that is not set is 0.
type tableColumns struct {
	begin, end int // the range of the grid in the markup; end is 0 if there is no grid
	gridWidths []int64
	widest     []int64 // the column widths of the row with the most columns
	// row contains the column widths of the current row. gridAfter is the number of columns that the row skips at its
	// end. span and width belong to the current cell.
	row             []int64
	gridAfter, span int
	width           int64
	hasMarkedSpan   bool // whether the row has a cell that spans repeated columns
}

// readColumns reads the columns of a table. It ignores nested tables.
func readColumns(table []byte) *tableColumns {
	c := &tableColumns{}
	at, tables := 0, 0
	for token, err := range markup.Tokens(table) {
		if err != nil {
			return &tableColumns{}
		}
		end := at + len(token.Raw)
		if token.Name == "w:tbl" {
			tables += markup.DepthChange(&token)
		}
		if tables == 1 && (token.Kind == markup.Start || token.Kind == markup.Empty) {
			c.startElement(&token, at, end)
		} else if tables == 1 && token.Kind == markup.End {
			c.endElement(token.Name)
		}
		at = end
	}
	return c
}

func (c *tableColumns) startElement(t *markup.Token, at, end int) {
	switch t.Name {
	case "w:gridCol":
		if c.end == 0 {
			c.begin = at
		}
		c.gridWidths, c.end = append(c.gridWidths, columnSize(t, "w:w")), end
	case "w:tr":
		c.row, c.gridAfter, c.hasMarkedSpan = nil, 0, false
	case "w:gridBefore":
		c.add(int(columnSize(t, "w:val")), 0)
	case "w:gridAfter":
		c.gridAfter = int(columnSize(t, "w:val"))
	case "w:tc":
		c.span, c.width = 1, 0
	case "w:tcW":
		if kind, isSet := t.Attribute("w:type"); !isSet || kind == "dxa" {
			c.width = columnSize(t, "w:w")
		}
	case "w:gridSpan":
		value, _ := t.Attribute("w:val")
		c.span, c.hasMarkedSpan = int(columnSize(t, "w:val")), c.hasMarkedSpan || strings.HasPrefix(value, spanMark)
	}
}

func (c *tableColumns) endElement(name string) {
	switch name {
	case "w:tc":
		c.add(max(c.span, 1), c.width)
	case "w:tr":
		c.add(c.gridAfter, 0)
		if len(c.row) > len(c.widest) && !c.hasMarkedSpan {
			c.widest = c.row
		}
	}
}

// add adds columns with a given total width to the current row. count is the number of columns.
func (c *tableColumns) add(count int, width int64) {
	for range min(count, objects.MaxColumns+1-len(c.row)) {
		c.row = append(c.row, width/int64(count))
	}
}

// fitGrid replaces the grid of the table that begins at an offset with the columns of the widest row, and returns the
// markup. New columns are as wide as their cells.
func (c *tableColumns) fitGrid(source []byte, begin int) []byte {
	if c.end == 0 || len(c.widest) == 0 || len(c.widest) == len(c.gridWidths) {
		return source
	}
	var list []byte
	for i, width := range c.widest {
		if width == 0 {
			width = c.gridWidths[min(i, len(c.gridWidths)-1)]
		}
		list = fmt.Appendf(list, `<w:gridCol w:w="%d"/>`, width)
	}
	return slices.Replace(source, begin+c.begin, begin+c.end, list...)
}

// columnSize returns an attribute as a number, or 0 if it is not a valid number.
func columnSize(t *markup.Token, name string) int64 {
	text, _ := t.Attribute(name)
	value, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return 0
	}
	return int64(value)
}
