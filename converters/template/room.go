package template

import (
	"slices"
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
	in := c.around(at, "w:tc")
	if in < 0 {
		in = c.section(at)
	}
	if in < 0 {
		return 0
	}
	if _, known := c.rooms[in]; !known {
		if c.rooms == nil {
			c.rooms = make(map[int]int64)
		}
		c.rooms[in] = c.roomOf(in)
	}
	return c.rooms[in]
}

// section gives where the properties begin of the section that a piece is in; -1 where it is in none.
func (c *compiler) section(at int) int {
	if c.sections == nil {
		c.sections = []int{}
		for i := range c.pieces {
			if t := &c.pieces[i].token; t.Name == "w:sectPr" && t.Kind == markup.Start {
				c.sections = append(c.sections, i)
			}
		}
	}
	if i, _ := slices.BinarySearch(c.sections, at); i < len(c.sections) {
		return c.sections[i]
	}
	return -1
}

// roomOf gives the width that there is in a cell or in a section.
func (c *compiler) roomOf(start int) int64 {
	if c.pieces[start].token.Name == "w:tc" {
		width := c.number(start, "w:tcW", "w:w")
		return max(0, width*twip-cellMargin)
	}
	width := c.number(start, "w:pgSz", "w:w") - c.number(start, "w:pgMar", "w:left") - c.number(start, "w:pgMar", "w:right")
	return max(0, width*twip)
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
