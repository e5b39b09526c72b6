package template

import (
	"strconv"

	"lectern/converters/template/markup"
)

// twip is a twentieth of a point, in EMU.
const twip = 635

// cellMargin is what a cell of a table keeps free at its sides, as Word has it, in EMU.
const cellMargin = 2 * 108 * twip

// room gives the width that a picture has at a piece of a text document: that of its cell, or of
// the section's text. It is 0 where that is not said.
func (c *compiler) room(at int) int64 {
	if cell := c.around(at, "w:tc"); cell >= 0 {
		if width := c.number(cell, "w:tcW", "w:w"); width > 0 {
			return max(0, width*twip-cellMargin)
		}
		return 0
	}
	for i := at; i < len(c.pieces); i++ {
		if c.pieces[i].token.Name == "w:sectPr" && c.pieces[i].token.Kind == markup.Start {
			width := c.number(i, "w:pgSz", "w:w") - c.number(i, "w:pgMar", "w:left") - c.number(i, "w:pgMar", "w:right")
			return max(0, width*twip)
		}
	}
	return 0
}

// number gives that of an attribute of the first element of a name within one; 0 where there is none.
func (c *compiler) number(start int, element, attribute string) int64 {
	for i := start; i < c.pieces[start].match; i++ {
		if t := &c.pieces[i].token; t.Name == element {
			if kind, _ := t.Attribute("w:type"); kind == "pct" || kind == "auto" {
				return 0
			}
			text, _ := t.Attribute(attribute)
			number, err := strconv.ParseInt(text, 10, 32)
			if err != nil {
				return 0
			}
			return number
		}
	}
	return 0
}
