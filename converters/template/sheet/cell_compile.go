package sheet

import (
	"slices"
	"strings"

	"lectern/converters/template/cells"
	"lectern/converters/template/core"
	"lectern/converters/template/markup"
	"lectern/converters/template/objects"
)

// cell returns the node of a cell, which contains compiled tags, a formula or unchanged markup.
func (c *compiler) cell(row *sheetRow, cell *sheetCell) *cellNode {
	n := &cellNode{cell: cell}
	start, text := cell.formula()
	switch {
	case cell.text != nil:
		c.tags(n, c.starts[cell])
		c.setPictureWidth(n, row)
	case start != nil:
		n.formula = c.formula(start, text, cells.Cell{Row: row.number, Column: cell.column})
	case len(cell.content) == 0:
		n.raw = []byte("/>")
	default:
		if cell.kind != "" {
			n.raw = append(append([]byte(` t="`), markup.Escape(cell.kind)...), '"')
		}
		n.raw = append(markup.AppendTokens(append(n.raw, '>'), cell.content), "</c>"...)
	}
	return n
}

// tags compiles the content of a cell with template tags.
func (c *compiler) tags(n *cellNode, start int) {
	end := c.Pieces[start].Match
	only, blank := -1, true
	for i := start + 1; i < end; i++ {
		switch p := &c.Pieces[i]; {
		case p.Kind == core.TextPiece:
			blank = blank && strings.TrimSpace(p.Text) == ""
		case p.Kind == core.TagPiece && !p.Removed:
			blank = blank && only < 0
			only = i
		}
	}
	if only >= 0 && blank && c.setOnlyTag(n, c.Pieces[only].Tag) {
		n.open, n.close = c.markupOf(start+1, only), c.markupOf(only+1, end)
		return
	}
	inner := &core.Compiler{LoopExpander: c.LoopExpander, Language: c.Language}
	for _, l := range c.Loops {
		if l.Unit == "" && l.First > start && l.Last < end {
			inner.Loops = append(inner.Loops, l)
		}
	}
	n.nodes = inner.Build(start+1, end)
	if raw, isRaw := onlyRaw(n.nodes); isRaw {
		n.nodes, n.raw = nil, []byte("/>")
		if hasText(raw) {
			n.raw = slices.Concat([]byte(` t="inlineStr"><is>`), raw, []byte("</is></c>"))
		}
	}
}

// setOnlyTag makes the value of the tag t the value of the cell. It returns false if t does not write a value that a
// cell can contain.
func (c *compiler) setOnlyTag(n *cellNode, t *core.Tag) bool {
	switch {
	case isRich(t):
		n.kind = core.TextKind
	case objects.IsPicture(t):
		n.isPicture, n.kind = true, objects.ValueKind(t)
	case t.Kind == core.ValueTag:
		n.kind, n.showsDates, n.hasNoFormat = c.styles.kindOf(n.cell.style)
	default:
		return false
	}
	n.tag = t
	return true
}

// setPictureWidth determines the width that is available for the picture in a cell.
func (c *compiler) setPictureWidth(n *cellNode, row *sheetRow) {
	if !n.isPicture {
		return
	}
	wide, rows, set := c.source.spannedSize(cells.Cell{Row: row.number, Column: n.cell.column})
	n.spannedWidth, n.setsRowHeight = wide, rows == 1 && !row.fixedHeight
	if set {
		n.maxWidth = wide
	}
}

// onlyRaw returns the markup of nodes that contain no template tags. isRaw is false if they contain one.
func onlyRaw(nodes []core.Node) (raw []byte, isRaw bool) {
	if len(nodes) == 0 {
		return nil, true
	}
	one, isRaw := nodes[0].(core.RawNode)
	return one, isRaw && len(nodes) == 1
}

func (c *compiler) markupOf(from, to int) (raw []byte) {
	for i := from; i < to; i++ {
		if c.Pieces[i].Kind == core.MarkupPiece {
			raw = append(raw, c.Pieces[i].Token.Raw...)
		}
	}
	return raw
}
