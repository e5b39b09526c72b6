package template

import (
	"strconv"

	"lectern/converters/template/cells"
	"lectern/converters/wire"
)

// turnNode is what is written for one item of a loop over rows.
type turnNode struct {
	at   int // the loop, among those of the sheet's plan
	body []node
}

func (n *turnNode) inner() []node { return n.body }

func (n *turnNode) render(r *renderer, s *scope) {
	c := sheetOf(r)
	if c.measuring {
		r.renderAll(n.body, s)
		return
	}
	outer := c.turn
	c.turn = c.Rows.Begin(n.at, outer, c.next, c.next == c.loopStart, s)
	r.renderAll(n.body, s)
	c.turn.End(c.next)
	c.turn = outer
}

// bandLoop is a loop over rows.
type bandLoop struct {
	loop     *loopNode
	from, to int // the rows of the template that it takes the place of
	// kept is the first band of the loop where that is to stay, empty, if there is no item; else nil.
	kept *bandNode
}

func (n *bandLoop) inner() []node { return []node{n.loop} }

func (n *bandLoop) render(r *renderer, s *scope) {
	c := sheetOf(r)
	start, before := c.next, c.loopStart
	c.loopStart = start
	n.loop.render(r, s)
	c.loopStart = before
	if n.kept != nil && c.next == start && !c.measuring {
		c.Rows.Put(n.kept.segment, start)
		c.next += n.kept.to - n.kept.from + 1
	}
}

// bandNode is rows that come one after the other, with those between them that have nothing.
type bandNode struct {
	segment  int // of the sheet's plan
	from, to int
	rows     []*rowNode
}

func (n *bandNode) inner() []node {
	nodes := make([]node, len(n.rows))
	for i, row := range n.rows {
		nodes[i] = row
	}
	return nodes
}

func (n *bandNode) render(r *renderer, s *scope) {
	c := sheetOf(r)
	if c.measuring {
		for _, row := range n.rows {
			if len(row.loops) > 0 {
				c.measure(r, row, s, c.source.columns, &c.items)
			}
		}
		return
	}
	start := c.next
	c.Rows.Put(n.segment, start)
	for _, row := range n.rows {
		if c.row = start + row.row.number - n.from; c.row > cells.Rows {
			r.tooMany("too-many-rows", cells.Rows)
			return
		}
		row.render(r, s)
	}
	if n.to < cells.Rows {
		c.next = start + n.to - n.from + 1
	}
}

// tooMany tells that a sheet has no room for what is to be written.
func (r *renderer) tooMany(code string, most int) {
	r.stopped = true
	r.found.add(wire.TemplateProblem{Code: code, Part: r.part, Values: map[string]string{"most": strconv.Itoa(most)}})
}

// rowNode is a row.
type rowNode struct {
	row        *sheetRow
	attributes []byte
	cells      []*cellNode
	loops      []*columnLoop
}

// inner gives the cells, those in loops as what these repeat.
func (n *rowNode) inner() (nodes []node) {
	for i := 0; i < len(n.cells); {
		loop := n.loopAt(n.cells[i].cell.column)
		if loop == nil {
			nodes = append(nodes, n.cells[i])
			i++
			continue
		}
		repeated := &loopNode{tag: loop.tag}
		for ; i < len(n.cells) && n.cells[i].cell.column <= loop.to; i++ {
			repeated.body = append(repeated.body, n.cells[i])
		}
		nodes = append(nodes, repeated)
	}
	return nodes
}

func (n *rowNode) loopAt(column int) *columnLoop {
	for _, loop := range n.loops {
		if loop.from <= column && column <= loop.to {
			return loop
		}
	}
	return nil
}

func (n *rowNode) render(r *renderer, s *scope) {
	c := sheetOf(r)
	begin, patches := len(r.out), len(c.patches)
	c.height, c.heads = 0, c.source.headedBy(n.row.number)
	r.out = strconv.AppendInt(append(r.out, `<row r="`...), int64(c.row), 10)
	r.out = append(append(r.out, '"'), n.attributes...)
	end := len(r.out)
	r.out = append(r.out, '>')
	if c.source.columns == nil {
		for _, cell := range n.cells {
			c.column = cell.cell.column
			cell.render(r, s)
		}
	} else {
		c.column = 1
		c.renderColumns(r, n, s, c.source.columns, &c.items)
	}
	r.out = append(r.out, "</row>"...)
	if len(c.heads) > 0 {
		c.nameColumns(r, begin, patches)
	}
	if c.height > 0 {
		c.heighten(r, end, patches)
	}
}
