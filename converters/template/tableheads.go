package template

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lectern/converters/template/markup"
)

// headMark begins the span of a cell that lies over columns which are repeated: how many, is known when its
// table is rendered. Behind it stand the columns that the cell and its row have in the template. No markup has it.
const headMark = "\x00"

// gridCell is a cell of a table, or some side by side, by its piece and the columns of the grid that it takes up.
type gridCell struct{ piece, from, to int }

// gridRow gives the cells of the row that begins at a piece, and how many columns it has.
func (c *compiler) gridRow(row int) (cells []gridCell, total int) {
	for i := row + 1; i < c.pieces[row].match; i++ {
		p := &c.pieces[i]
		switch {
		case p.token.Kind == markup.End:
		case p.token.Name == "w:gridBefore" && len(cells) == 0:
			total += int(size(&p.token, "w:val"))
		case p.token.Name == "w:tc":
			span := 1
			if at := c.cellProperty(i, "w:gridSpan"); at > 0 {
				span = max(int(size(&c.pieces[at].token, "w:val")), 1)
			}
			cells = append(cells, gridCell{i, total, total + span})
			total += span
			i = max(p.match, i)
		}
	}
	return cells, total
}

// cellProperty gives the piece of a property of the cell that begins at one; 0 where it has none.
func (c *compiler) cellProperty(cell int, name string) int {
	for i := cell + 1; i < c.pieces[cell].match && c.pieces[i].token.Name != "w:p"; i++ {
		if p := &c.pieces[i]; p.token.Name == name && p.token.Kind != markup.End {
			return i
		}
	}
	return 0
}

// repeated gives the columns that loops over cells repeat in a table, where all repeat the same, and the rows
// that have such loops.
func (c *compiler) repeated(table int) (over gridCell, rows []int, same bool) {
	for l := range c.cellLoops(table+1, c.pieces[table].match) {
		if c.around(l.left, "w:tbl") != table {
			continue
		}
		row := c.around(l.left, "w:tr")
		cells, _ := c.gridRow(row)
		var at gridCell
		for _, cell := range cells {
			if cell.piece == l.left {
				at = cell
			}
			if cell.piece < l.right {
				at.to = cell.to
			}
		}
		at.piece = 0
		if rows != nil && at != over {
			return over, nil, false
		}
		over, rows = at, append(rows, row)
	}
	return over, rows, rows != nil
}

// markHeads marks, in the rows of a table that have no loops over cells, the cells over all columns that loops in
// other rows repeat: they grow and shrink with them.
func (c *compiler) markHeads(table int) {
	over, with, same := c.repeated(table)
	if !same {
		return
	}
	for i := table + 1; i < c.pieces[table].match; i++ {
		p := &c.pieces[i]
		if p.token.Name != "w:tr" || p.token.Kind != markup.Start || isAmong(with, i) || c.around(i, "w:tbl") != table {
			continue
		}
		cells, total := c.gridRow(i)
		for _, cell := range cells {
			if cell.from <= over.from && over.to <= cell.to {
				c.markHead(cell, total)
			}
		}
	}
}

// isAmong says whether a piece is one of some, which are in their order.
func isAmong(pieces []int, at int) bool {
	_, found := slices.BinarySearch(pieces, at)
	return found
}

// markHead puts the mark into the span of a cell, which may have none.
func (c *compiler) markHead(cell gridCell, total int) {
	span := fmt.Sprintf(`<w:gridSpan w:val="%s%d/%d"/>`, headMark, cell.to-cell.from, total)
	put := func(at int, raw string) { c.pieces[at].token.Raw = []byte(raw) }
	raw := func(at int) string { return string(c.pieces[at].token.Raw) }
	if at := c.cellProperty(cell.piece, "w:gridSpan"); at > 0 {
		put(at, span)
		return
	}
	properties := c.cellProperty(cell.piece, "w:tcPr")
	if properties == 0 {
		put(cell.piece, raw(cell.piece)+"<w:tcPr>"+span+"</w:tcPr>")
		return
	}
	if c.pieces[properties].token.Kind == markup.Empty {
		put(properties, "<w:tcPr>"+span+"</w:tcPr>")
		return
	}
	after := properties
	for _, name := range []string{"w:cnfStyle", "w:tcW"} {
		if at := c.cellProperty(cell.piece, name); at > 0 && c.pieces[at].token.Kind == markup.Empty {
			after = at
		}
	}
	put(after, raw(after)+span)
}

// spanHeads writes, in the place of the marks in a table that begins at a byte, how many columns the cells take up
// where its widest row has so many. Rows of a loop may have tens of thousands of marks: what lies between them is
// copied once.
func spanHeads(out []byte, begin, widest int) []byte {
	first, rest, found := bytes.Cut(out[begin:], []byte(headMark))
	if !found {
		return out
	}
	table := slices.Clone(first)
	for found {
		end := bytes.IndexByte(rest, '"')
		own, row, _ := strings.Cut(string(rest[:end]), "/")
		table = strconv.AppendInt(table, int64(max(count(own)+widest-count(row), 1)), 10)
		first, rest, found = bytes.Cut(rest[end:], []byte(headMark))
		table = append(table, first...)
	}
	return append(out[:begin], table...)
}

// count reads a number that markHead has written.
func count(text string) int {
	number, _ := strconv.Atoi(text)
	return number
}
