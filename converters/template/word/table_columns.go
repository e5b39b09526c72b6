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

// columnsNode is a table of a text document, in which tags repeat cells or leave some out.
type columnsNode struct {
	tag   *core.Tag // of the first of them
	table core.Node
}

// Wrapped implements [core.Wrapper].
func (n *columnsNode) Wrapped() []core.Node { return []core.Node{n.table} }

func (n *columnsNode) Render(r *core.Renderer, s *core.Scope) {
	begin := len(r.Out)
	n.table.Render(r, s)
	if begin == len(r.Out) || r.Stopped {
		return
	}
	grid := readColumns(r.Out[begin:])
	if len(grid.widest) > objects.MostColumns {
		r.Found.Add(n.tag.Problem("table-too-wide", "columns", strconv.Itoa(objects.MostColumns)))
		return
	}
	r.Out = spanHeads(grid.fitGrid(r.Out, begin), begin, len(grid.widest))
}

// WrapTable gives the node of the element that begins at a piece. That of a table in which loops go over
// cells has a grid that fits.
func WrapTable(c *core.Compiler, i int, n core.Node) core.Node {
	if c.Pieces[i].Token.Name == "w:tbl" {
		if t := firstCellLoop(c, i+1, c.Pieces[i].Match); t != nil {
			return &columnsNode{t, n}
		}
	}
	return n
}

// firstCellLoop gives the tag of the first loop over cells among pieces; nil where there is none.
func firstCellLoop(c *core.Compiler, from, to int) *core.Tag {
	for l := range cellLoops(c, from, to) {
		return l.Tag
	}
	return nil
}

// cellLoops gives the loops over cells that begin among pieces.
func cellLoops(c *core.Compiler, from, to int) iter.Seq[*core.Loop] {
	return func(yield func(*core.Loop) bool) {
		first, _ := slices.BinarySearchFunc(c.Loops, from, func(l core.Loop, at int) int { return cmp.Compare(l.Left, at) })
		for i := first; i < len(c.Loops) && c.Loops[i].Left < to; i++ {
			if c.Pieces[c.Loops[i].Left].Token.Name == c.Format.Cell && !yield(&c.Loops[i]) {
				return
			}
		}
	}
}

// tableColumns are what a table says of its columns (ECMA-376, part 1, 17.4.48), and what its rows have. All
// widths are in twips, 0 where one is not said.
type tableColumns struct {
	begin, end int // where the elements of the columns lie; the end is 0 where there are none
	listed     []int64
	widest     []int64 // those of the row that has the most
	// row has those of the present row, which leaves out some after its cells; span and width are the present cell's.
	row         []int64
	after, span int
	width       int64
	head        bool // the row has a cell over repeated columns
}

// readColumns reads them from the markup of a table, but not from the tables in it.
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
		c.listed, c.end = append(c.listed, columnSize(t, "w:w")), end
	case "w:tr":
		c.row, c.after, c.head = nil, 0, false
	case "w:gridBefore":
		c.add(int(columnSize(t, "w:val")), 0)
	case "w:gridAfter":
		c.after = int(columnSize(t, "w:val"))
	case "w:tc":
		c.span, c.width = 1, 0
	case "w:tcW":
		if kind, said := t.Attribute("w:type"); !said || kind == "dxa" {
			c.width = columnSize(t, "w:w")
		}
	case "w:gridSpan":
		value, _ := t.Attribute("w:val")
		c.span, c.head = int(columnSize(t, "w:val")), c.head || strings.HasPrefix(value, headMark)
	}
}

func (c *tableColumns) endElement(name string) {
	switch name {
	case "w:tc":
		c.add(max(c.span, 1), c.width)
	case "w:tr":
		c.add(c.after, 0)
		if len(c.row) > len(c.widest) && !c.head {
			c.widest = c.row
		}
	}
}

// add adds columns of a width in all to the present row.
func (c *tableColumns) add(count int, width int64) {
	for range min(count, objects.MostColumns+1-len(c.row)) {
		c.row = append(c.row, width/int64(count))
	}
}

// fitGrid gives markup, in which the table begins at a byte, with as many columns listed as the widest row has.
// Where it has others than were listed, they are as wide as its cells.
func (c *tableColumns) fitGrid(source []byte, begin int) []byte {
	if c.end == 0 || len(c.widest) == 0 || len(c.widest) == len(c.listed) {
		return source
	}
	var list []byte
	for i, width := range c.widest {
		if width == 0 {
			width = c.listed[min(i, len(c.listed)-1)]
		}
		list = fmt.Appendf(list, `<w:gridCol w:w="%d"/>`, width)
	}
	return slices.Replace(source, begin+c.begin, begin+c.end, list...)
}

// columnSize gives that of an attribute; 0 where it has none that a column could have.
func columnSize(t *markup.Token, name string) int64 {
	text, _ := t.Attribute(name)
	value, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return 0
	}
	return int64(value)
}
