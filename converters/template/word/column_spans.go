package word

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lectern/converters/template/core"
	"lectern/converters/template/markup"
)

// spanMark is a placeholder for the span of a cell above repeated columns. This span is only known when the table is
// rendered. The placeholder is followed by the spans that the cell and its row have in the template. The character
// cannot occur in markup.
const spanMark = "\x00"

// gridCell is a cell, or a group of adjacent cells. piece is the index of the piece ([core.Piece]) where the first cell
// starts. from and to are the half-open range of columns, counted from 0.
type gridCell struct{ piece, from, to int }

// gridRow returns the cells of a row, and the row's number of columns. The parameter row is the index of the piece at
// which the row starts.
func gridRow(c *core.Compiler, row int) (cells []gridCell, total int) {
	for i := row + 1; i < c.Pieces[row].Match; i++ {
		p := &c.Pieces[i]
		switch {
		case p.Token.Kind == markup.End:
		case p.Token.Name == "w:gridBefore" && len(cells) == 0:
			total += int(columnSize(&p.Token, "w:val"))
		case p.Token.Name == "w:tc":
			span := 1
			if at := cellProperty(c, i, "w:gridSpan"); at > 0 {
				span = max(int(columnSize(&c.Pieces[at].Token, "w:val")), 1)
			}
			cells = append(cells, gridCell{i, total, total + span})
			total += span
			i = max(p.Match, i)
		}
	}
	return cells, total
}

// cellProperty returns the index of the piece ([core.Piece]) where the given property of a cell starts, or 0 if the
// cell does not have the property. The parameter cell is the index of the piece where the cell starts.
func cellProperty(c *core.Compiler, cell int, name string) int {
	for i := cell + 1; i < c.Pieces[cell].Match && c.Pieces[i].Token.Name != "w:p"; i++ {
		if p := &c.Pieces[i]; p.Token.Name == name && p.Token.Kind != markup.End {
			return i
		}
	}
	return 0
}

// repeatedColumns returns the columns that loops in a table repeat, and the rows that contain these loops. same is
// false if no loop repeats columns, or if the loops repeat different columns.
func repeatedColumns(c *core.Compiler, table int) (columns gridCell, rows []int, same bool) {
	for l := range cellLoops(c, table+1, c.Pieces[table].Match) {
		if c.Enclosing(l.First, "w:tbl") != table {
			continue
		}
		row := c.Enclosing(l.First, "w:tr")
		cells, _ := gridRow(c, row)
		var at gridCell
		for _, cell := range cells {
			if cell.piece == l.First {
				at = cell
			}
			if cell.piece < l.Last {
				at.to = cell.to
			}
		}
		at.piece = 0
		if rows != nil && at != columns {
			return columns, nil, false
		}
		columns, rows = at, append(rows, row)
	}
	return columns, rows, rows != nil
}

// MarkSpans replaces the spans of some cells of a table with placeholders (see spanMark): the cells that cover all
// repeated columns but are in rows without a loop. When the table is rendered, these spans grow and shrink with the
// number of repeated columns.
func MarkSpans(c *core.Compiler, table int) {
	columns, loopRows, same := repeatedColumns(c, table)
	if !same {
		return
	}
	for i := table + 1; i < c.Pieces[table].Match; i++ {
		p := &c.Pieces[i]
		if p.Token.Name != "w:tr" || p.Token.Kind != markup.Start || contains(loopRows, i) || c.Enclosing(i, "w:tbl") != table {
			continue
		}
		cells, total := gridRow(c, i)
		for _, cell := range cells {
			if cell.from <= columns.from && columns.to <= cell.to {
				markSpan(c, cell, total)
			}
		}
	}
}

// contains reports whether a sorted list of indexes contains an index.
func contains(pieces []int, at int) bool {
	_, found := slices.BinarySearch(pieces, at)
	return found
}

// markSpan replaces the span of a cell with a placeholder. If the cell has no span, markSpan adds one. total is the
// number of columns of the row.
func markSpan(c *core.Compiler, cell gridCell, total int) {
	span := fmt.Sprintf(`<w:gridSpan w:val="%s%d/%d"/>`, spanMark, cell.to-cell.from, total)
	put := func(at int, raw string) { c.Pieces[at].Token.Raw = []byte(raw) }
	raw := func(at int) string { return string(c.Pieces[at].Token.Raw) }
	if at := cellProperty(c, cell.piece, "w:gridSpan"); at > 0 {
		put(at, span)
		return
	}
	properties := cellProperty(c, cell.piece, "w:tcPr")
	if properties == 0 {
		put(cell.piece, raw(cell.piece)+"<w:tcPr>"+span+"</w:tcPr>")
		return
	}
	if c.Pieces[properties].Token.Kind == markup.Empty {
		put(properties, "<w:tcPr>"+span+"</w:tcPr>")
		return
	}
	after := properties
	for _, name := range []string{"w:cnfStyle", "w:tcW"} {
		if at := cellProperty(c, cell.piece, name); at > 0 && c.Pieces[at].Token.Kind == markup.Empty {
			after = at
		}
	}
	put(after, raw(after)+span)
}

// replaceSpanMarks replaces the placeholders for spans in the table that begins at an offset. widest is the number of
// columns of the rendered table. It copies the markup only once, because the rows of a loop can contain tens of
// thousands of placeholders.
func replaceSpanMarks(out []byte, begin, widest int) []byte {
	first, rest, found := bytes.Cut(out[begin:], []byte(spanMark))
	if !found {
		return out
	}
	table := slices.Clone(first)
	for found {
		end := bytes.IndexByte(rest, '"')
		own, row, _ := strings.Cut(string(rest[:end]), "/")
		table = strconv.AppendInt(table, int64(max(parseCount(own)+widest-parseCount(row), 1)), 10)
		first, rest, found = bytes.Cut(rest[end:], []byte(spanMark))
		table = append(table, first...)
	}
	return append(out[:begin], table...)
}

// parseCount parses a number that markSpan has written.
func parseCount(text string) int {
	number, _ := strconv.Atoi(text)
	return number
}
