package sheet

import (
	"lectern/converters/template/cells"
	"lectern/converters/template/markup"
)

// cellFormula is the formula of a cell.
type cellFormula struct {
	at      cells.Cell // of the template
	open    markup.Token
	formula *cells.Formula
	area    string // what an array formula or a table of data is for; empty for others
}

// sharedFormula is one that further cells have too, so many rows and columns further.
type sharedFormula struct {
	at      cells.Cell
	formula *cells.Formula
}

func (c *compiler) formula(start *markup.Token, text string, at cells.Cell) *cellFormula {
	f := &cellFormula{at: at, open: markup.Token{Kind: markup.Start, Name: "f"}}
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
			f.formula = first.formula.Shift(at.Row-first.at.Row, at.Column-first.at.Column)
		} else {
			c.shared[id] = sharedFormula{at, f.formula}
		}
	}
	return f
}

// append appends the element of the formula, as it is to be in a copy of its cell.
func (f *cellFormula) append(to []byte, p *formulaPatch, c *renderedSheet) []byte {
	at := cells.At(&c.Sheet, f.at, p.row, p.column)
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
	return append(markup.AppendEscaped(append(to, open.Raw...), string(text)), "</f>"...)
}

// formulaPatch is a formula that is to be written once it is known where all cells have come to.
type formulaPatch struct {
	at          int // in what is written
	formula     *cellFormula
	row, column *cells.Turn
}
