package sheet

import (
	"lectern/converters/template/cells"
	"lectern/converters/template/markup"
)

// cellFormula is the formula of a cell.
type cellFormula struct {
	position cells.Cell // the position of the formula in the template
	open     markup.Token
	formula  *cells.Formula
	area     string // the range of an array formula or data table; otherwise empty
}

// sharedFormula is a formula that is stored once for several cells. In each cell, its references are moved by the
// distance from the first cell.
type sharedFormula struct {
	position cells.Cell
	formula  *cells.Formula
}

func (c *compiler) formula(start *markup.Token, text string, at cells.Cell) *cellFormula {
	f := &cellFormula{position: at, open: markup.Token{Kind: markup.Start, Name: "f"}}
	kind, _ := start.Attribute("t")
	but := []string{"t", "si", "ref"}
	switch kind {
	case "array", "dataTable":
		f.area, _ = start.Attribute("ref")
		but = nil
	}
	f.open.Raw = append(append([]byte("<f"), attributesOf(start, but...)...), '>')
	f.formula = cells.Parse(text)
	if kind == "shared" {
		id, _ := start.Attribute("si")
		if first, ok := c.shared[id]; ok && text == "" {
			f.formula = first.formula.Shift(at.Row-first.position.Row, at.Column-first.position.Column)
		} else {
			c.shared[id] = sharedFormula{at, f.formula}
		}
	}
	return f
}

// append appends the markup of the formula for a copy of its cell.
func (f *cellFormula) append(dst []byte, p *formulaPatch, c *renderedSheet) []byte {
	at := cells.PositionOf(&c.Sheet, f.position, p.row, p.column)
	open := f.open
	if f.area != "" {
		for _, name := range []string{"ref", "r1", "r2"} {
			if text, ok := open.Attribute(name); ok {
				if area, ok := cells.ParseRange(text); ok {
					area, _ = c.Area(area, at)
					open.Raw = open.With(name, area.String())
				}
			}
		}
	}
	text := f.formula.Append(nil, at, c.book)
	return append(markup.AppendEscaped(append(dst, open.Raw...), string(text)), "</f>"...)
}

// formulaPatch is a formula whose text is inserted into the rendered rows later, when the positions of all cells are
// known.
type formulaPatch struct {
	at          int // the offset in the rendered rows
	formula     *cellFormula
	row, column *cells.Iteration
}
