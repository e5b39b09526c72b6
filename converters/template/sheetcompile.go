package template

import (
	"slices"

	"lectern/converters/template/cells"
	"lectern/converters/template/markup"
)

// cellFormat is that of the text of cells, which a part has its own copy of where it has tags. It
// has no runs: a line break is a character (ECMA-376, part 1, 18.4).
func cellFormat() *format {
	return &format{text: "t", paragraph: "c", cell: "c", row: "row", separate: true, filled: "v", texts: map[string]bool{"t": true}}
}

// sheetCompiler makes the nodes of a sheet.
type sheetCompiler struct {
	compiler
	source  *sheetSource
	sheet   *sheetNode
	rowAt   map[int]*sheetRow  // by the pieces that begin them
	cellAt  map[int]*sheetCell // the same
	starts  map[*sheetCell]int // the pieces that begin cells
	bands   []rowLoop          // loops over rows
	columns map[*sheetRow][]*columnLoop
	shared  map[string]sharedFormula
	styles  *styles
	plan    cells.Plan // of rows
}

// rowLoop is a loop over rows.
type rowLoop struct {
	loop
	from, to int // the rows that it takes the place of
	apart    bool
}

// compileSheet makes the nodes of a sheet.
func compileSheet(source *sheetSource, styles *styles, addresses map[string]string, l *tagLanguage, found *problems) *sheetNode {
	c := &sheetCompiler{source: source, sheet: &sheetNode{source: source}, styles: styles, shared: map[string]sharedFormula{}}
	c.language, c.part = l, source.part
	pieces := c.lex(found)
	c.extents = extents{pieces, cellFormat(), found}
	c.locate()
	c.parseAll()
	c.keepSpaces()
	c.takeSheetTag()
	c.sortLoops(c.all(pair(pieces, found)))
	c.planColumns()
	c.sheet.body = c.rows(1, cells.Rows, c.bands)
	c.sheet.rowPlan = c.plan
	c.linksOf(addresses)
	return c.sheet
}

// lex finds the tags of the cells: in what would be a part of those cells alone that have some.
func (c *sheetCompiler) lex(found *problems) []piece {
	addresses := map[int]string{}
	var tokens []markup.Token
	end := func(name string) { tokens = append(tokens, markup.Token{Kind: markup.End, Name: name}) }
	start := func(kind markup.Kind, name string) { tokens = append(tokens, markup.Token{Kind: kind, Name: name}) }
	for _, row := range c.source.rows {
		if !row.tagged {
			continue
		}
		start(markup.Start, "row")
		for _, cell := range row.cells {
			switch {
			case cell.text != nil:
				addresses[len(tokens)] = cells.Cell{Row: row.number, Column: cell.column}.String()
				start(markup.Start, "c")
				tokens = append(tokens, cell.text...)
				end("c")
			case cell.value() != "" || within(cell.content, "f") != nil || cell.kind == "inlineStr":
				start(markup.Empty, "v")
			}
		}
		end("row")
	}
	l := &lexer{part: c.source.part, format: cellFormat(), tokens: tokens, problems: found, cells: addresses}
	l.gather(l.format.texts)
	l.findTags()
	return link(l.cut())
}

// locate tells which pieces begin which rows and cells.
func (c *sheetCompiler) locate() {
	c.rowAt, c.cellAt, c.starts = map[int]*sheetRow{}, map[int]*sheetCell{}, map[*sheetCell]int{}
	rows := slices.DeleteFunc(slices.Clone(c.source.rows), func(r *sheetRow) bool { return !r.tagged })
	var left []*sheetCell
	for i := range c.pieces {
		p := &c.pieces[i]
		if p.kind != markupPiece || p.token.Kind != markup.Start {
			continue
		}
		switch p.token.Name {
		case "row":
			c.rowAt[i] = rows[0]
			left = slices.DeleteFunc(slices.Clone(rows[0].cells), func(cell *sheetCell) bool { return cell.text == nil })
			rows = rows[1:]
		case "c":
			c.cellAt[i], c.starts[left[0]] = left[0], i
			left = left[1:]
		}
	}
}

// takeSheetTag takes the tag out that has the sheet repeated.
func (c *sheetCompiler) takeSheetTag() {
	for i := range c.pieces {
		p := &c.pieces[i]
		if p.kind != tagPiece || p.tag.kind != commandTag || p.tag.command != "sheet" {
			continue
		}
		p.dead = true
		if c.sheet.repeat != nil {
			c.found.add(p.tag.problem("misplaced-tag", "name", p.tag.command))
			continue
		}
		repeat := *p.tag
		repeat.kind = loopTag
		c.sheet.repeat = &repeat
	}
}

// sortLoops parts the loops into those over rows, over columns and within cells.
func (c *sheetCompiler) sortLoops(loops []loop) {
	slices.SortStableFunc(loops, func(a, b loop) int {
		if a.left != b.left {
			return a.left - b.left
		}
		return a.open - b.open
	})
	c.loops = loops
	for _, l := range loops {
		if l.unit != "" {
			c.pieces[l.open].dead, c.pieces[l.close].dead = true, true
		}
		if l.unit != "row" {
			continue
		}
		open, end := l.left, c.around(l.close, "row")
		one := rowLoop{loop: l, from: c.rowAt[open].number, to: c.rowAt[end].number}
		one.apart = open != end && c.bare(open) && c.bare(end)
		c.bands = append(c.bands, one)
	}
}

// bare says whether a row has nothing but tags that begin, part and end loops.
func (c *sheetCompiler) bare(row int) bool {
	for i := row; i <= c.pieces[row].match; i++ {
		p := &c.pieces[i]
		switch {
		case p.kind == textPiece && p.text != "", p.kind == markupPiece && p.token.Name == "v":
			return false
		case p.kind == tagPiece && p.tag.kind != loopTag && p.tag.kind != invertedTag && p.tag.kind != branchTag && p.tag.kind != endTag:
			return false
		}
	}
	return true
}

// rows makes the nodes of rows of the template, of which loops repeat some.
func (c *sheetCompiler) rows(from, to int, loops []rowLoop) (nodes []node) {
	for i := 0; i < len(loops); {
		l := loops[i]
		inner := i + 1
		for inner < len(loops) && loops[inner].open < l.close {
			inner++
		}
		if l.apart {
			l.from, l.to = max(l.from, from), min(l.to, to)
		}
		if l.from < from || l.to > to {
			c.found.add(l.tag.problem("crossed-loops", "name", l.tag.body))
			i = inner
			continue
		}
		if l.from > from {
			nodes = append(nodes, c.band(from, l.from-1))
		}
		nodes = append(nodes, c.rowLoop(&l, loops[i+1:inner]))
		from, i = l.to+1, inner
	}
	if from <= to {
		nodes = append(nodes, c.band(from, to))
	}
	return nodes
}

// rowLoop makes the node of a loop over rows. Rows that only have the loop's tags are not repeated.
func (c *sheetCompiler) rowLoop(l *rowLoop, inner []rowLoop) node {
	n := &loopNode{tag: l.tag}
	from, to := l.from, l.to
	if l.apart {
		from, to = max(from, c.rowAt[l.left].number+1), min(to, c.rowAt[c.around(l.close, "row")].number-1)
	}
	body := &n.body
	for _, b := range l.branches {
		c.pieces[b.at].dead = true
		row := c.rowAt[b.begin].number
		*body = c.turn(from, row-1, inner)
		n.others = append(n.others, branchNode{tag: b.tag})
		body, from = &n.others[len(n.others)-1].body, row+1
	}
	*body = c.turn(from, to, inner)
	return &bandLoop{loop: n, from: l.from, to: l.to}
}

// turn makes the node of what one item of a loop becomes.
func (c *sheetCompiler) turn(from, to int, loops []rowLoop) []node {
	n := &turnNode{at: len(c.plan.Loops)}
	c.plan.Loops = append(c.plan.Loops, cells.Extent{From: from, To: to})
	n.body = c.rows(from, to, slices.DeleteFunc(slices.Clone(loops), func(l rowLoop) bool { return l.to < from || l.from > to }))
	return []node{n}
}

// band makes the node of rows that come one after the other.
func (c *sheetCompiler) band(from, to int) node {
	n := &bandNode{segment: len(c.plan.Segments), from: from, to: to}
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

// row makes the node of a row.
func (c *sheetCompiler) row(row *sheetRow) *rowNode {
	n := &rowNode{row: row, attributes: row.attributes, loops: c.columns[row]}
	if row.tagged && !row.height { // it is found anew for what comes to stand in it
		t := markup.Token{Raw: append([]byte("<row"), append(slices.Clone(row.attributes), '>')...), Name: "row"}
		n.attributes = attributesOf(&t, "ht")
	}
	for _, cell := range row.cells {
		n.cells = append(n.cells, c.cell(row, cell))
	}
	return n
}
