package cells

import (
	"strconv"
	"strings"
)

// Formula is a parsed formula. It does not change.
type Formula struct{ parts []part }

// part is a literal text, or a reference.
type part struct {
	text  string
	ref   *reference
	table string // the name of a table before a [
}

// reference refers to cells.
type reference struct {
	prefix      string // the sheets as they are written, with the !
	first, last string // the names of the first and the last sheet
	name        string // a name that a sheet defines, instead of cells
	a, b        corner
	area        bool // it has two corners
	// canGrow reports whether it can become several cells, because it is a whole argument of a function such as SUM.
	canGrow bool
	// canSpanSheets reports whether it can become the cells of several sheets, for the same reason.
	canSpanSheets bool
}

// Sheet is a sheet of a finished workbook.
type Sheet struct {
	Template string // the name of the sheet in the template
	Name     string
	Rows     *Axis
	Columns  *Axis
}

// Book resolves the sheets and tables of a template.
type Book interface {
	// Copies returns the finished sheets of a sheet of the template; known is false if the template has no such sheet.
	Copies(template string) (copies []*Sheet, known bool)
	// Table returns the new name of a table that a sheet refers to.
	Table(name string, from *Sheet) string
}

// Position is the position of a formula. The sheet is nil if the formula is in no sheet.
type Position struct {
	Sheet       *Sheet
	Row, Column Place
}

// At returns the position of a cell of the template in copies of loops.
func At(sheet *Sheet, cell Cell, row, column *Turn) Position {
	return Position{sheet, Place{cell.Row, row}, Place{cell.Column, column}}
}

// Append appends the formula as it must be at a position.
func (f *Formula) Append(to []byte, at Position, book Book) []byte {
	for _, p := range f.parts {
		switch {
		case p.ref != nil:
			to = p.ref.append(to, at, book)
		case p.table != "":
			to = append(to, book.Table(p.table, at.Sheet)...)
		default:
			to = append(to, p.text...)
		}
	}
	return to
}

// Shift returns the formula for a cell at an offset that shares it (ECMA-376, part 1, 18.3.1.40).
func (f *Formula) Shift(rows, columns int) *Formula {
	shifted := &Formula{make([]part, len(f.parts))}
	for i, p := range f.parts {
		if p.ref != nil && p.ref.name == "" {
			ref := *p.ref
			ref.a, ref.b = ref.a.shift(rows, columns), ref.b.shift(rows, columns)
			p.ref = &ref
		}
		shifted.parts[i] = p
	}
	return shifted
}

func (c corner) shift(rows, columns int) corner {
	if c.row > 0 && !c.fixedRow {
		c.row = (c.row-1+rows+Rows)%Rows + 1
	}
	if c.column > 0 && !c.fixedColumn {
		c.column = (c.column-1+columns+Columns)%Columns + 1
	}
	return c
}

// maxSheets is the number of sheets to which one reference can be extended.
const maxSheets = 200

func (r *reference) append(to []byte, at Position, book Book) []byte {
	if r.first == "" {
		if at.Sheet == nil {
			return r.appendCells(to, "", unmovedSheet(), Position{})
		}
		return r.appendCells(to, "", at.Sheet, at)
	}
	copies, known := book.Copies(r.first)
	switch {
	case !known:
		return r.appendCells(to, r.prefix, unmovedSheet(), Position{})
	case r.last != "":
		others, _ := book.Copies(r.last)
		if len(copies) == 0 || len(others) == 0 {
			return append(to, "#REF!"...)
		}
		last := others[len(others)-1]
		return r.appendCells(to, quotedSheets(copies[0].Name, last.Name), copies[0], Position{})
	case at.Sheet != nil && strings.EqualFold(at.Sheet.Template, r.first):
		return r.appendCells(to, r.sheetPrefix(at.Sheet), at.Sheet, at)
	case len(copies) == 0:
		return append(to, "#REF!"...)
	case !r.canSpanSheets || len(copies) > maxSheets:
		copies = copies[:1]
	}
	for i, sheet := range copies {
		if i > 0 {
			to = append(to, ',')
		}
		to = r.appendCells(to, r.sheetPrefix(sheet), sheet, Position{Sheet: sheet})
	}
	return to
}

// unmovedSheet returns a sheet without repeated ranges.
func unmovedSheet() *Sheet { return &Sheet{Rows: wholeAxis(Rows), Columns: wholeAxis(Columns)} }

func wholeAxis(most int) *Axis {
	axis := NewAxis(Still(most), most)
	axis.Put(0, 1)
	return axis
}

func (r *reference) sheetPrefix(sheet *Sheet) string {
	if sheet.Name == sheet.Template {
		return r.prefix
	}
	return quotedSheets(sheet.Name, "")
}

func quotedSheets(first, last string) string {
	name := strings.ReplaceAll(first, "'", "''")
	if last != "" {
		name += ":" + strings.ReplaceAll(last, "'", "''")
	}
	return "'" + name + "'!"
}

// appendCells appends what the reference becomes in a sheet. A range that was not written becomes the last row or
// column of the sheet, which is empty, so that a sum of no rows is 0.
func (r *reference) appendCells(to []byte, prefix string, sheet *Sheet, at Position) []byte {
	if r.name != "" {
		return append(append(to, prefix...), r.name...)
	}
	a, b := r.a, r.b
	if !r.area {
		b = a
	}
	if !r.area && !r.canGrow {
		a.row, a.column = axisCornerOf(sheet.Rows, a.vertical(), at.Row), axisCornerOf(sheet.Columns, a.horizontal(), at.Column)
		return a.append(append(to, prefix...))
	}
	most := 1
	if r.canSpanSheets {
		most = maxSheets
	}
	rows := resolveExtents(sheet.Rows, a.vertical(), b.vertical(), at.Row, most)
	columns := resolveExtents(sheet.Columns, a.horizontal(), b.horizontal(), at.Column, most/len(rows))
	for i, row := range rows {
		for j, column := range columns {
			if i+j > 0 {
				to = append(to, ',')
			}
			a.row, b.row, a.column, b.column = row.From, row.To, column.From, column.To
			to = a.append(append(to, prefix...))
			if r.area && len(rows)*len(columns) == 1 || a.row != b.row || a.column != b.column {
				to = b.append(append(to, ':'))
			}
		}
	}
	return to
}

// resolveExtents returns the positions of the ends of a range; ends that are not given stay so. It returns up to most ranges if
// other rows are between its copies.
func resolveExtents(axis *Axis, a, b axisCorner, from Place, most int) []Extent {
	if a.number == 0 {
		return []Extent{{}}
	}
	if b.number < a.number {
		a, b = b, a
	}
	if most > 1 && a.turn(from) == b.turn(from) {
		if pieces := axis.pieces(a.number, b.number, a.turn(from), most); len(pieces) > 0 {
			return pieces
		}
	}
	if first, last, ok := axis.resolveRange(a, b, from); ok {
		return []Extent{{first, last}}
	}
	return []Extent{{axis.most, axis.most}}
}

func axisCornerOf(axis *Axis, c axisCorner, from Place) int {
	if at, ok := axis.resolve(c.number, c.fixed, from); ok {
		return at
	}
	return axis.most
}

func (c corner) append(to []byte) []byte {
	if c.column > 0 {
		if c.fixedColumn {
			to = append(to, '$')
		}
		to = AppendColumn(to, c.column)
	}
	if c.row > 0 {
		if c.fixedRow {
			to = append(to, '$')
		}
		to = strconv.AppendInt(to, int64(c.row), 10)
	}
	return to
}

// Area returns the new position of a range, as seen from a position; ok is false if it was not written.
func (s *Sheet) Area(r Range, at Position) (moved Range, ok bool) {
	rows, columns := false, false
	moved.Rows.From, moved.Rows.To, rows = s.Rows.resolveRange(axisCorner{r.Rows.From, false}, axisCorner{r.Rows.To, false}, at.Row)
	moved.Columns.From, moved.Columns.To, columns = s.Columns.resolveRange(axisCorner{r.Columns.From, false},
		axisCorner{r.Columns.To, false}, at.Column)
	if !rows || !columns {
		return r, false
	}
	return moved, true
}

// Ranges returns the new positions of a range, one for each copy. If join is set, adjacent copies become one range.
func (s *Sheet) Ranges(r Range, join bool) (all []Moved) {
	rows, columns := s.Rows.Copies(r.Rows.From, r.Rows.To), s.Columns.Copies(r.Columns.From, r.Columns.To)
	if join {
		rows, columns = joined(rows), joined(columns)
	}
	for _, row := range rows {
		for _, column := range columns {
			all = append(all, Moved{Range{row.Extent, column.Extent}, row.Turn, column.Turn})
		}
	}
	return all
}

// Moved is the new position of a range, and the copies of loops around it.
type Moved struct {
	Range
	Row, Column *Turn
}

func joined(all []Copy) (fewer []Copy) {
	for _, one := range all {
		if last := len(fewer) - 1; last >= 0 && fewer[last].To+1 == one.From {
			fewer[last].To = one.To
			continue
		}
		fewer = append(fewer, one)
	}
	return fewer
}
