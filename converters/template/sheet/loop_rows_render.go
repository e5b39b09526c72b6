package sheet

import (
	"strconv"

	"lectern/converters/template/cells"
	"lectern/converters/template/core"
	"lectern/converters/wire"
)

// iterationNode renders the rows for one item of a loop.
type iterationNode struct {
	index int // index in Loops of the plan for the rows
	body  []core.Node
}

// Inner implements [core.Container].
func (n *iterationNode) Inner() []core.Node { return n.body }

// Render implements [core.Node].
func (n *iterationNode) Render(r *core.Renderer, s *core.Scope) {
	c := sheetOf(r)
	if c.measuring {
		r.RenderAll(n.body, s)
		return
	}
	outer := c.rowIteration
	c.rowIteration = c.Rows.Begin(n.index, outer, c.next, c.next == c.loopStart, s)
	r.RenderAll(n.body, s)
	c.rowIteration.SetEnd(c.next)
	c.rowIteration = outer
}

// rowLoopNode renders a loop over rows.
type rowLoopNode struct {
	loop     *core.LoopNode
	from, to int // the rows of the template that the node replaces
	// keptRows are rows that stay in the sheet as empty rows if the loop has no items. If keptRows is nil, no rows
	// stay.
	keptRows *rowRangeNode
}

// Inner implements [core.Container].
func (n *rowLoopNode) Inner() []core.Node { return []core.Node{n.loop} }

// Render implements [core.Node].
func (n *rowLoopNode) Render(r *core.Renderer, s *core.Scope) {
	c := sheetOf(r)
	start, before := c.next, c.loopStart
	c.loopStart = start
	n.loop.Render(r, s)
	c.loopStart = before
	if n.keptRows != nil && c.next == start && !c.measuring {
		c.Rows.AddSegment(n.keptRows.segment, start)
		c.next += n.keptRows.to - n.keptRows.from + 1
	}
}

// rowRangeNode renders adjacent rows. The range includes rows without cells.
type rowRangeNode struct {
	segment  int // index in Segments of the plan for the rows
	from, to int
	rows     []*rowNode
}

// Inner implements [core.Container].
func (n *rowRangeNode) Inner() []core.Node {
	nodes := make([]core.Node, len(n.rows))
	for i, row := range n.rows {
		nodes[i] = row
	}
	return nodes
}

// Render implements [core.Node].
func (n *rowRangeNode) Render(r *core.Renderer, s *core.Scope) {
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
	c.Rows.AddSegment(n.segment, start)
	for _, row := range n.rows {
		if c.row = start + row.row.number - n.from; c.row > cells.Rows {
			reportTooMany(r, "too-many-rows", cells.Rows)
			return
		}
		row.Render(r, s)
	}
	if n.to < cells.Rows {
		c.next = start + n.to - n.from + 1
	}
}

// reportTooMany stops the rendering because a limit is exceeded, such as the maximal number of rows.
func reportTooMany(r *core.Renderer, code string, limit int) {
	r.Stopped = true
	r.Problems.Add(wire.TemplateProblem{Code: code, Part: r.Part, Values: map[string]string{"most": strconv.Itoa(limit)}})
}

// rowNode is the compiled form of a row of the template.
type rowNode struct {
	row        *sheetRow
	attributes []byte
	cells      []*cellNode
	loops      []*columnLoop
}

// Inner implements [core.Container]. It returns the cells. Cells in a loop over columns are in the body of a loop node.
func (n *rowNode) Inner() (nodes []core.Node) {
	for i := 0; i < len(n.cells); {
		loop := n.loopAt(n.cells[i].cell.column)
		if loop == nil {
			nodes = append(nodes, n.cells[i])
			i++
			continue
		}
		repeated := &core.LoopNode{Tag: loop.tag}
		for ; i < len(n.cells) && n.cells[i].cell.column <= loop.to; i++ {
			repeated.Body = append(repeated.Body, n.cells[i])
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

// Render implements [core.Node].
func (n *rowNode) Render(r *core.Renderer, s *core.Scope) {
	c := sheetOf(r)
	begin, patches := len(r.Out), len(c.patches)
	c.height, c.headerTables = 0, c.source.tablesWithHeader(n.row.number)
	r.Out = strconv.AppendInt(append(r.Out, `<row r="`...), int64(c.row), 10)
	r.Out = append(append(r.Out, '"'), n.attributes...)
	end := len(r.Out)
	r.Out = append(r.Out, '>')
	if c.source.columns == nil {
		for _, cell := range n.cells {
			c.column = cell.cell.column
			cell.Render(r, s)
		}
	} else {
		c.column = 1
		c.renderColumns(r, n, s, c.source.columns, &c.items)
	}
	r.Out = append(r.Out, "</row>"...)
	if len(c.headerTables) > 0 {
		c.nameColumns(r, begin, patches)
	}
	if c.height > 0 {
		c.setRowHeight(r, end, patches)
	}
}
