package sheet

import (
	"slices"

	"lectern/converters/template/cells"
	"lectern/converters/template/core"
	"lectern/converters/template/expression"
)

// columnLoop is a loop in a row that repeats columns.
type columnLoop struct {
	tag      *core.Tag
	from, to int
}

// columnPart is a range of adjacent columns. The columns are either repeated together, or not repeated.
type columnPart struct {
	cells.Extent
	segment int // index in Plan.Segments, if the columns are not repeated
	loop    int // index in Plan.Loops; -1 if the columns are not repeated
	parts   []*columnPart
}

// columnItem is one copy of repeated columns. Column items form a tree, whose root stands for the whole sheet.
type columnItem struct {
	isSet        bool // the first row with a loop over these columns has set value, index and count
	value        any
	index, count int
	iteration    *cells.Iteration
	copies       map[*columnPart][]*columnItem
}

// planColumns determines which columns are repeated. Several rows can have a loop over the same columns.
func (c *compiler) planColumns() {
	c.columns = map[*sheetRow][]*columnLoop{}
	var all []cells.Extent
	for _, l := range c.Loops {
		if l.Unit != "c" {
			continue
		}
		row := c.rowAt[c.Enclosing(l.First, "row")]
		from, to := c.cellAt[l.First].column, c.cellAt[c.Enclosing(l.End, "c")].column
		if len(l.Branches) > 0 || l.Tag.Kind == core.InvertedTag {
			c.Problems.Add(l.Tag.Problem("misplaced-branch"))
			continue
		}
		one := cells.Extent{From: from, To: to}
		if slices.ContainsFunc(all, func(e cells.Extent) bool { return crosses(e, one) }) {
			c.Problems.Add(l.Tag.Problem("crossed-loops", "name", l.Tag.Body))
			continue
		}
		c.columns[row] = append(c.columns[row], &columnLoop{tag: l.Tag, from: from, to: to})
		if !slices.Contains(all, one) {
			all = append(all, one)
		}
	}
	c.sheet.columnPlan = cells.PlanWithoutLoops(cells.Columns)
	if len(all) == 0 {
		return
	}
	slices.SortFunc(all, func(a, b cells.Extent) int {
		if a.From != b.From {
			return a.From - b.From
		}
		return b.To - a.To
	})
	c.sheet.columnPlan = cells.Plan{}
	c.sheet.columns = c.columnParts(1, cells.Columns, all)
}

// crosses reports whether two ranges overlap and neither contains the other.
func crosses(a, b cells.Extent) bool {
	return a.From < b.From && b.From <= a.To && a.To < b.To || b.From < a.From && a.From <= b.To && b.To < a.To
}

// columnParts splits columns into ranges that are repeated and ranges that are not.
func (c *compiler) columnParts(from, to int, loops []cells.Extent) (parts []*columnPart) {
	plan := &c.sheet.columnPlan
	plain := func(to int) {
		if from <= to {
			parts = append(parts, &columnPart{Extent: cells.Extent{From: from, To: to}, segment: len(plan.Segments), loop: -1})
			plan.Segments = append(plan.Segments, cells.Extent{From: from, To: to})
		}
	}
	for i := 0; i < len(loops); {
		l := loops[i]
		inner := i + 1
		for inner < len(loops) && loops[inner].From <= l.To {
			inner++
		}
		plain(l.From - 1)
		part := &columnPart{Extent: l, loop: len(plan.Loops)}
		plan.Loops = append(plan.Loops, l)
		part.parts = c.columnParts(l.From, l.To, loops[i+1:inner])
		parts = append(parts, part)
		from, i = l.To+1, inner
	}
	plain(to)
	return parts
}

// ownItems returns the items of the loop in this row over the columns of part. isOwn is false if the row has no such
// loop.
func (n *rowNode) ownItems(r *core.Renderer, s *core.Scope, part *columnPart) (items []any, isOwn bool) {
	at := slices.IndexFunc(n.loops, func(l *columnLoop) bool { return l.from == part.From && l.to == part.To })
	if at < 0 {
		return nil, false
	}
	value, ok := r.Value(n.loops[at].tag, s)
	if !ok || !expression.Truthy(value) {
		return nil, true
	}
	if list, isList := value.([]any); isList {
		return list, true
	}
	return []any{value}, true
}

// measure determines how often columns are repeated. If several rows have a loop over the same columns, the longest of
// their lists counts.
func (c *renderedSheet) measure(r *core.Renderer, row *rowNode, s *core.Scope, parts []*columnPart, parent *columnItem) {
	for _, part := range parts {
		if part.loop < 0 || r.Stopped {
			continue
		}
		items, isOwn := row.ownItems(r, s, part)
		if parent.copies == nil {
			parent.copies = map[*columnPart][]*columnItem{}
		}
		for len(parent.copies[part]) < len(items) {
			if c.columnCount++; c.columnCount > cells.Columns {
				reportTooMany(r, "too-many-columns", cells.Columns)
				return
			}
			parent.copies[part] = append(parent.copies[part], &columnItem{})
		}
		for i, item := range parent.copies[part] {
			switch {
			case isOwn && i >= len(items):
				continue
			case isOwn && !item.isSet:
				item.isSet, item.value, item.index, item.count = true, items[i], i, len(items)
			}
			inner := item.scope(s)
			if isOwn {
				inner = &core.Scope{Outer: s, Value: items[i], Index: i, Count: len(items)}
			}
			c.measure(r, row, inner, part.parts, item)
		}
	}
}

func (i *columnItem) scope(outer *core.Scope) *core.Scope {
	return &core.Scope{Outer: outer, Value: i.value, Index: i.index, Count: i.count}
}

// placeColumns records the new positions of all columns.
func (c *renderedSheet) placeColumns(parts []*columnPart, parent *columnItem) {
	for _, part := range parts {
		if part.loop < 0 {
			c.Columns.AddSegment(part.segment, c.column)
			c.column += part.To - part.From + 1
			continue
		}
		for i, item := range parent.copies[part] {
			item.iteration = c.Columns.Begin(part.loop, parent.iteration, c.column, i == 0, nil)
			c.placeColumns(part.parts, item)
			item.iteration.SetEnd(c.column)
		}
	}
}

// renderColumns writes the cells of a row, including the cells in repeated columns.
func (c *renderedSheet) renderColumns(r *core.Renderer, row *rowNode, s *core.Scope, parts []*columnPart, parent *columnItem) {
	for _, part := range parts {
		if part.loop < 0 {
			c.renderCells(r, row, s, part)
			continue
		}
		items, isOwn := row.ownItems(r, s, part)
		across, blank := c.columnIteration, c.writeBlank
		for i, item := range parent.copies[part] {
			inner := s
			switch {
			case isOwn && i < len(items):
				inner = &core.Scope{Outer: s, Value: items[i], Index: i, Count: len(items)}
			case isOwn:
				c.writeBlank = true
			default:
				inner = item.scope(s)
			}
			c.columnIteration = item.iteration
			c.renderColumns(r, row, inner, part.parts, item)
			c.writeBlank = blank
		}
		c.columnIteration = across
	}
}

func (c *renderedSheet) renderCells(r *core.Renderer, row *rowNode, s *core.Scope, part *columnPart) {
	at, _ := slices.BinarySearchFunc(row.cells, part.From, func(n *cellNode, column int) int { return n.cell.column - column })
	start := c.column
	for _, cell := range row.cells[at:] {
		if cell.cell.column > part.To {
			break
		}
		if c.column = start + cell.cell.column - part.From; c.column > cells.Columns {
			reportTooMany(r, "too-many-columns", cells.Columns)
			return
		}
		cell.Render(r, s)
	}
	c.column = start + part.To - part.From + 1
}
