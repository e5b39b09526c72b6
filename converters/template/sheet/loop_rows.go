package sheet

import (
	"slices"

	"lectern/converters/template/cells"
	"lectern/converters/template/core"
	"lectern/converters/template/markup"
)

// rowLoop is a loop that repeats rows.
type rowLoop struct {
	core.Loop
	from, to int // the rows of the template that the node of the loop replaces
	ownRows  bool
}

// sortLoops sorts the loops, and collects the loops that repeat rows.
func (c *compiler) sortLoops(loops []core.Loop) {
	slices.SortStableFunc(loops, func(a, b core.Loop) int {
		if a.First != b.First {
			return a.First - b.First
		}
		return a.Start - b.Start
	})
	c.Loops = loops
	for _, l := range loops {
		if l.Unit != "" {
			c.Pieces[l.Start].Removed, c.Pieces[l.End].Removed = true, true
		}
		if l.Unit != "row" {
			continue
		}
		open, end := l.First, c.Enclosing(l.End, "row")
		one := rowLoop{Loop: l, from: c.rowAt[open].number, to: c.rowAt[end].number}
		one.ownRows = open != end && c.hasOnlyLoopTags(open) && c.hasOnlyLoopTags(end)
		c.rowLoops = append(c.rowLoops, one)
	}
}

// hasOnlyLoopTags reports whether a row contains nothing but tags of loops and branches.
func (c *compiler) hasOnlyLoopTags(row int) bool {
	for i := row; i <= c.Pieces[row].Match; i++ {
		p := &c.Pieces[i]
		switch {
		case p.Kind == core.TextPiece && p.Text != "", p.Kind == core.MarkupPiece && p.Token.Name == "v":
			return false
		case p.Kind == core.TagPiece && !p.Tag.IsPartOfLoop():
			return false
		}
	}
	return true
}

// rows returns the nodes of a range of rows, some of which are repeated by loops.
func (c *compiler) rows(from, to int, loops []rowLoop) (nodes []core.Node) {
	for i := 0; i < len(loops); {
		l := loops[i]
		inner := i + 1
		for inner < len(loops) && loops[inner].Start < l.End {
			inner++
		}
		if l.ownRows {
			l.from, l.to = max(l.from, from), min(l.to, to)
		}
		if l.from < from || l.to > to {
			c.Problems.Add(l.Tag.Problem("crossed-loops", "name", l.Tag.Body))
			i = inner
			continue
		}
		if l.from > from {
			nodes = append(nodes, c.rowRange(from, l.from-1))
		}
		nodes = append(nodes, c.rowLoop(&l, loops[i+1:inner]))
		from, i = l.to+1, inner
	}
	if from <= to {
		nodes = append(nodes, c.rowRange(from, to))
	}
	return nodes
}

// rowLoop returns the node of a loop over rows. Rows that contain only the tags of the loop are not repeated.
func (c *compiler) rowLoop(l *rowLoop, inner []rowLoop) core.Node {
	n := &core.LoopNode{Tag: l.Tag}
	from, to := l.from, l.to
	if l.ownRows {
		from, to = max(from, c.rowAt[l.First].number+1), min(to, c.rowAt[c.Enclosing(l.End, "row")].number-1)
	}
	body := &n.Body
	for _, b := range l.Branches {
		c.Pieces[b.Piece].Removed = true
		row := c.rowAt[b.First].number
		*body = c.iteration(from, row-1, inner)
		n.Branches = append(n.Branches, core.BranchNode{Tag: b.Tag})
		body, from = &n.Branches[len(n.Branches)-1].Body, row+1
	}
	*body = c.iteration(from, to, inner)
	return &rowLoopNode{loop: n, from: l.from, to: l.to}
}

// iteration returns the node of the rows that are written for one item.
func (c *compiler) iteration(from, to int, loops []rowLoop) []core.Node {
	n := &iterationNode{index: len(c.plan.Loops)}
	c.plan.Loops = append(c.plan.Loops, cells.Extent{From: from, To: to})
	n.body = c.rows(from, to, slices.DeleteFunc(slices.Clone(loops), func(l rowLoop) bool { return l.to < from || l.from > to }))
	return []core.Node{n}
}

// rowRange returns the node of adjacent rows that are not repeated by an inner loop.
func (c *compiler) rowRange(from, to int) core.Node {
	n := &rowRangeNode{segment: len(c.plan.Segments), from: from, to: to}
	c.plan.Segments = append(c.plan.Segments, cells.Extent{From: from, To: to})
	first, _ := slices.BinarySearchFunc(c.source.rows, from, func(r *sheetRow, number int) int { return r.number - number })
	for _, row := range c.source.rows[first:] {
		if row.number > to {
			break
		}
		n.rows = append(n.rows, c.row(row))
	}
	return n
}

// row returns the node of a row with the nodes of its cells.
func (c *compiler) row(row *sheetRow) *rowNode {
	n := &rowNode{row: row, attributes: row.attributes, loops: c.columns[row]}
	if row.tagged && !row.fixedHeight { // the height fits the content of the template, not the values
		t := markup.Token{Raw: append([]byte("<row"), append(slices.Clone(row.attributes), '>')...), Name: "row"}
		n.attributes = attributesOf(&t, "ht")
	}
	for _, cell := range row.cells {
		n.cells = append(n.cells, c.cell(row, cell))
	}
	return n
}
