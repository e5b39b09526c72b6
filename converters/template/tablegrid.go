package template

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"lectern/converters/template/markup"
)

// columnsNode is a table of a text document, in which tags repeat cells or leave some out.
type columnsNode struct {
	tag   *tag // of the first of them
	table node
}

// wrapped implements [wrapper].
func (n *columnsNode) wrapped() []node { return []node{n.table} }

func (n *columnsNode) render(r *renderer, s *scope) {
	begin := len(r.out)
	n.table.render(r, s)
	if begin == len(r.out) || r.stopped {
		return
	}
	grid := readColumns(r.out[begin:])
	if len(grid.widest) > mostColumns {
		r.found.add(n.tag.problem("table-too-wide", "columns", strconv.Itoa(mostColumns)))
		return
	}
	r.out = spanHeads(grid.fit(r.out, begin), begin, len(grid.widest))
}

// withColumns gives the node of the element that begins at a piece. That of a table in which loops go over
// cells has a grid that fits.
func (c *compiler) withColumns(i int, n node) node {
	if c.pieces[i].token.Name == "w:tbl" {
		if t := c.columnLoop(i+1, c.pieces[i].match); t != nil {
			return &columnsNode{t, n}
		}
	}
	return n
}

// columnLoop gives the tag of the first loop over cells among pieces; nil where there is none.
func (c *compiler) columnLoop(from, to int) *tag {
	for l := range c.cellLoops(from, to) {
		return l.tag
	}
	return nil
}

// cellLoops gives the loops over cells that begin among pieces.
func (c *compiler) cellLoops(from, to int) iter.Seq[*loop] {
	return func(yield func(*loop) bool) {
		first, _ := slices.BinarySearchFunc(c.loops, from, func(l loop, at int) int { return cmp.Compare(l.left, at) })
		for i := first; i < len(c.loops) && c.loops[i].left < to; i++ {
			if c.pieces[c.loops[i].left].token.Name == c.format.cell && !yield(&c.loops[i]) {
				return
			}
		}
	}
}

// columns are what a table says of its columns (ECMA-376, part 1, 17.4.48), and what its rows have. All
// widths are in twips, 0 where one is not said.
type columns struct {
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
func readColumns(table []byte) *columns {
	c := &columns{}
	at, tables := 0, 0
	for token, err := range markup.Tokens(table) {
		if err != nil {
			return &columns{}
		}
		end := at + len(token.Raw)
		if token.Name == "w:tbl" {
			tables += depthChange(&token)
		}
		if tables == 1 && (token.Kind == markup.Start || token.Kind == markup.Empty) {
			c.begins(&token, at, end)
		} else if tables == 1 && token.Kind == markup.End {
			c.ends(token.Name)
		}
		at = end
	}
	return c
}

func (c *columns) begins(t *markup.Token, at, end int) {
	switch t.Name {
	case "w:gridCol":
		if c.end == 0 {
			c.begin = at
		}
		c.listed, c.end = append(c.listed, size(t, "w:w")), end
	case "w:tr":
		c.row, c.after, c.head = nil, 0, false
	case "w:gridBefore":
		c.add(int(size(t, "w:val")), 0)
	case "w:gridAfter":
		c.after = int(size(t, "w:val"))
	case "w:tc":
		c.span, c.width = 1, 0
	case "w:tcW":
		if kind, said := t.Attribute("w:type"); !said || kind == "dxa" {
			c.width = size(t, "w:w")
		}
	case "w:gridSpan":
		value, _ := t.Attribute("w:val")
		c.span, c.head = int(size(t, "w:val")), c.head || strings.HasPrefix(value, headMark)
	}
}

func (c *columns) ends(name string) {
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
func (c *columns) add(count int, width int64) {
	for range min(count, mostColumns+1-len(c.row)) {
		c.row = append(c.row, width/int64(count))
	}
}

// fit gives markup, in which the table begins at a byte, with as many columns listed as the widest row has.
// Where it has others than were listed, they are as wide as its cells.
func (c *columns) fit(source []byte, begin int) []byte {
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

// size gives that of an attribute; 0 where it has none that a column could have.
func size(t *markup.Token, name string) int64 {
	text, _ := t.Attribute(name)
	value, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return 0
	}
	return int64(value)
}
