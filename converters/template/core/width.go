package core

import (
	"slices"
	"strconv"

	"lectern/converters/template/markup"
)

// Twip is the length of a twip, a twentieth of a point, in EMU.
const Twip = 635

// CellMargin is the total width of the left and the right margin of a table cell in Word, in EMU.
const CellMargin = 2 * 108 * Twip

// availableWidth returns the width, in EMU, that is available for a picture in a text document. The parameter at is the
// index of the piece where the picture is inserted. In a table, the width is that of the cell; outside of tables, it is
// the width of the section's text area. The result is 0 if the width is unknown.
func (c *Compiler) availableWidth(at int) int64 {
	in := c.Enclosing(at, "w:tc")
	if in < 0 {
		in = c.sectionOf(at)
	}
	if in < 0 {
		return 0
	}
	if _, known := c.widths[in]; !known {
		if c.widths == nil {
			c.widths = make(map[int]int64)
		}
		c.widths[in] = c.widthOf(in)
	}
	return c.widths[in]
}

// sectionOf returns the index of the piece where the section properties begin that apply to the piece at, or -1 if
// there are none.
func (c *Compiler) sectionOf(at int) int {
	if c.sectionStarts == nil {
		c.sectionStarts = []int{}
		for i := range c.Pieces {
			if t := &c.Pieces[i].Token; t.Name == "w:sectPr" && t.Kind == markup.Start {
				c.sectionStarts = append(c.sectionStarts, i)
			}
		}
	}
	if i, _ := slices.BinarySearch(c.sectionStarts, at); i < len(c.sectionStarts) {
		return c.sectionStarts[i]
	}
	return -1
}

// widthOf returns the width, in EMU, that is available in the cell or section that starts at the piece with the index
// start.
func (c *Compiler) widthOf(start int) int64 {
	if c.Pieces[start].Token.Name == "w:tc" {
		width := c.number(start, "w:tcW", "w:w")
		return max(0, width*Twip-CellMargin)
	}
	width := c.number(start, "w:pgSz", "w:w") - c.number(start, "w:pgMar", "w:left") - c.number(start, "w:pgMar", "w:right")
	return max(0, width*Twip)
}

// number returns an attribute of the first descendant with the given element name, as a number. It returns 0 if there
// is no such attribute, or if its value is relative, such as a percentage.
func (c *Compiler) number(start int, element, attribute string) int64 {
	for i := start; i < c.Pieces[start].Match; i++ {
		if t := &c.Pieces[i].Token; t.Name == element {
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
