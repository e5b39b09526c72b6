package sheet

import (
	"slices"

	"lectern/converters/template/cells"
	"lectern/converters/template/core"
	"lectern/converters/template/markup"
)

// cellFormat returns the format of the text in cells. It has no runs, because a line break in a cell is an ordinary
// character (ECMA-376, part 1, 18.4).
func cellFormat() *core.Format {
	return &core.Format{Text: "t", Paragraph: "c", Cell: "c", Row: "row", OneParagraph: true, Content: "v", Texts: map[string]bool{"t": true}}
}

// compiler compiles one sheet of a workbook, with the loops over its rows and columns.
type compiler struct {
	core.Compiler
	source   *sheetSource
	sheet    *sheetNode
	rowAt    map[int]*sheetRow  // rows, by the indexes of the pieces ([core.Piece]) that start them
	cellAt   map[int]*sheetCell // cells, by the indexes of the pieces that start them
	starts   map[*sheetCell]int // the indexes of the pieces that start cells
	rowLoops []rowLoop          // loops that repeat rows
	columns  map[*sheetRow][]*columnLoop
	shared   map[string]sharedFormula
	styles   *styles
	plan     cells.Plan // the plan for the rows
}

// compileSheet compiles a sheet. addresses are the link addresses with tags, by the ids of their relationships.
func compileSheet(source *sheetSource, styles *styles, addresses map[string]string, l *core.Language, found *core.ProblemList) *sheetNode {
	c := &compiler{source: source, sheet: &sheetNode{source: source}, styles: styles, shared: map[string]sharedFormula{}}
	c.Language, c.Part = l, source.part
	pieces := c.lex(found)
	c.LoopExpander = core.LoopExpander{Pieces: pieces, Format: cellFormat(), Problems: found}
	c.findRowsAndCells()
	c.ParseAll()
	c.PreserveSpaces()
	c.takeSheetTag()
	c.sortLoops(c.ExpandAll(core.ParseLoops(pieces, found)))
	c.planColumns()
	c.sheet.body = c.rows(1, cells.Rows, c.rowLoops)
	c.sheet.rowPlan = c.plan
	c.compileLinks(addresses)
	return c.sheet
}

// lex finds the template tags in the cells. It returns the pieces ([core.Piece]) of a reduced sheet, which contains
// only the rows with tags and the texts of their cells.
func (c *compiler) lex(found *core.ProblemList) []core.Piece {
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
			case cell.value() != "" || markup.ContentOf(cell.content, "f") != nil || cell.kind == "inlineStr":
				start(markup.Empty, "v")
			}
		}
		end("row")
	}
	l := &core.Lexer{Part: c.source.part, Format: cellFormat(), Tokens: tokens, Problems: found, Cells: addresses}
	l.JoinTexts(l.Format.Texts)
	l.FindTags()
	return core.LinkPieces(l.Cut())
}

// findRowsAndCells records which row or cell of the template starts at each piece.
func (c *compiler) findRowsAndCells() {
	c.rowAt, c.cellAt, c.starts = map[int]*sheetRow{}, map[int]*sheetCell{}, map[*sheetCell]int{}
	rows := slices.DeleteFunc(slices.Clone(c.source.rows), func(r *sheetRow) bool { return !r.tagged })
	var left []*sheetCell
	for i := range c.Pieces {
		p := &c.Pieces[i]
		if p.Kind != core.MarkupPiece || p.Token.Kind != markup.Start {
			continue
		}
		switch p.Token.Name {
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

// takeSheetTag removes the {:sheet} tag from its cell and stores it as the tag that repeats the sheet.
func (c *compiler) takeSheetTag() {
	for i := range c.Pieces {
		p := &c.Pieces[i]
		if p.Kind != core.TagPiece || p.Tag.Kind != core.CommandTag || p.Tag.Command != "sheet" {
			continue
		}
		p.Removed = true
		if c.sheet.repeat != nil {
			c.Problems.Add(p.Tag.Problem("misplaced-tag", "name", p.Tag.Command))
			continue
		}
		repeat := *p.Tag
		repeat.Kind = core.LoopTag
		c.sheet.repeat = &repeat
	}
}
