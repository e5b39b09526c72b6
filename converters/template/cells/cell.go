package cells

import (
	"strconv"
	"strings"
)

// Cell is the address of a cell. Rows and columns are counted from 1.
type Cell struct{ Row, Column int }

// ParseCell parses an address such as B12 or $B$12. It returns false if the text is not the address of a cell.
func ParseCell(text string) (Cell, bool) {
	c, size, ok := readCorner(text)
	return Cell{c.row, c.column}, ok && size == len(text) && c.row > 0 && c.column > 0
}

// String returns the address.
func (c Cell) String() string { return string(c.Append(nil)) }

// Append appends the address to a buffer.
func (c Cell) Append(dst []byte) []byte {
	return strconv.AppendInt(AppendColumn(dst, c.Column), int64(c.Row), 10)
}

// AppendColumn appends the letters of a column. The columns are counted from 1, which is A.
func AppendColumn(dst []byte, column int) []byte {
	if column > 26 {
		dst = AppendColumn(dst, (column-1)/26)
	}
	return append(dst, byte('A'+(column-1)%26))
}

// Range is a rectangle of cells.
type Range struct{ Rows, Columns Extent }

// ParseRange parses a range such as A1:B12, or the address of a single cell. It returns false if the text is neither.
func ParseRange(text string) (Range, bool) {
	first, last, two := strings.Cut(text, ":")
	a, ok := ParseCell(first)
	if !two {
		return Range{Extent{a.Row, a.Row}, Extent{a.Column, a.Column}}, ok
	}
	b, also := ParseCell(last)
	return Range{Extent{min(a.Row, b.Row), max(a.Row, b.Row)}, Extent{min(a.Column, b.Column), max(a.Column, b.Column)}}, ok && also
}

// First returns the first cell of the range.
func (r Range) First() Cell { return Cell{r.Rows.From, r.Columns.From} }

// Single reports whether the range consists of one cell.
func (r Range) Single() bool { return r.Rows.From == r.Rows.To && r.Columns.From == r.Columns.To }

// String returns the range in the notation of formulas. A single cell is written as its address.
func (r Range) String() string {
	if r.Single() {
		return r.First().String()
	}
	return r.First().String() + ":" + Cell{r.Rows.To, r.Columns.To}.String()
}

// corner is a corner of a referenced range. The row or column is 0 if the reference does not contain it, as in A:B.
type corner struct {
	row, column           int
	fixedRow, fixedColumn bool
}

func (c corner) vertical() axisCorner   { return axisCorner{c.row, c.fixedRow} }
func (c corner) horizontal() axisCorner { return axisCorner{c.column, c.fixedColumn} }

// readCorner parses $B$12, $B or $12 at the beginning of a text. size is the length of the parsed text.
func readCorner(text string) (c corner, size int, ok bool) {
	i := 0
	dollar := func() bool {
		if i < len(text) && text[i] == '$' {
			i++
			return true
		}
		return false
	}
	fixed := dollar()
	from := i
	for i < len(text) && i-from < 3 && isLetter(text[i]) {
		c.column = c.column*26 + int(text[i]|0x20-'a') + 1
		i++
	}
	if c.column > 0 {
		if c.fixedColumn, fixed = fixed, dollar(); c.column > Columns {
			return c, 0, false
		}
	}
	from = i
	for i < len(text) && i-from < 7 && '0' <= text[i] && text[i] <= '9' {
		c.row = c.row*10 + int(text[i]-'0')
		i++
	}
	if c.row > 0 {
		c.fixedRow = fixed
	}
	ok = i > from && c.row > 0 || i == from && c.column > 0 && !fixed
	return c, i, ok && c.row <= Rows
}

func isLetter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }
