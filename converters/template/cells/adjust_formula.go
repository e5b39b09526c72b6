package cells

import (
	"strconv"
	"strings"
)

// Formula is a parsed formula. It is immutable.
type Formula struct{ parts []part }

// part is a literal text, a reference, or the name of a table.
type part struct {
	text  string
	ref   *reference
	table string // the name of a table; the columns in brackets follow it
}

// reference is a reference to cells, or to a name that a sheet defines.
type reference struct {
	prefix      string // the sheet names as in the formula, with the "!"
	first, last string // the names of the first and the last sheet, without quotes
	name        string // the name that a sheet defines; empty for a reference to cells
	a, b        corner
	area        bool // the reference has two corners
	// canGrow states that the reference to a single cell may become a range of cells, because it is a complete argument
	// of a function such as SUM.
	canGrow bool
	// canSpanSheets states that the reference may become a list of ranges, even in several sheets, because it is a
	// complete argument of a function such as SUM.
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
	// Copies returns the copies of a template's sheet in the finished workbook. found is false if the template has no
	// sheet with this name.
	Copies(template string) (copies []*Sheet, found bool)
	// Table returns the name of a template's table in the finished workbook. If sheets were copied, each copy has its
	// own table; Table then returns the name of the table on the same sheet as the formula. The parameter from is this
	// sheet.
	Table(name string, from *Sheet) string
}

// Position is the position of a formula. Sheet is nil if the formula is not on a sheet.
type Position struct {
	Sheet       *Sheet
	Row, Column Place
}

// PositionOf returns the position of a cell of the template. The parameters row and column are the copies of the loops
// over rows and over columns that contain the cell. Each of them is nil if there is no such loop.
func PositionOf(sheet *Sheet, cell Cell, row, column *Iteration) Position {
	return Position{sheet, Place{cell.Row, row}, Place{cell.Column, column}}
}

// Append appends the text that the formula has at a position of the finished workbook.
func (f *Formula) Append(dst []byte, at Position, book Book) []byte {
	for _, p := range f.parts {
		switch {
		case p.ref != nil:
			dst = p.ref.append(dst, at, book)
		case p.table != "":
			dst = append(dst, book.Table(p.table, at.Sheet)...)
		default:
			dst = append(dst, p.text...)
		}
	}
	return dst
}

// Shift returns the formula of another cell that shares the formula f. That cell is the given numbers of rows and
// columns away from the cell that contains f (ECMA-376, part 1, 18.3.1.40).
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

// maxSheets is the maximum number of sheets, and also the maximum number of ranges, to which one reference can expand.
const maxSheets = 200

func (r *reference) append(dst []byte, at Position, book Book) []byte {
	if r.first == "" {
		if at.Sheet == nil {
			return r.appendCells(dst, "", unmovedSheet(), Position{})
		}
		return r.appendCells(dst, "", at.Sheet, at)
	}
	copies, known := book.Copies(r.first)
	switch {
	case !known:
		return r.appendCells(dst, r.prefix, unmovedSheet(), Position{})
	case r.last != "":
		others, _ := book.Copies(r.last)
		if len(copies) == 0 || len(others) == 0 {
			return append(dst, "#REF!"...)
		}
		last := others[len(others)-1]
		return r.appendCells(dst, quotedSheets(copies[0].Name, last.Name), copies[0], Position{})
	case at.Sheet != nil && strings.EqualFold(at.Sheet.Template, r.first):
		return r.appendCells(dst, r.sheetPrefix(at.Sheet), at.Sheet, at)
	case len(copies) == 0:
		return append(dst, "#REF!"...)
	case !r.canSpanSheets || len(copies) > maxSheets:
		copies = copies[:1]
	}
	for i, sheet := range copies {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = r.appendCells(dst, r.sheetPrefix(sheet), sheet, Position{Sheet: sheet})
	}
	return dst
}

// unmovedSheet returns a sheet in which every cell has the same position as in the template.
func unmovedSheet() *Sheet { return &Sheet{Rows: identityAxis(Rows), Columns: identityAxis(Columns)} }

func identityAxis(size int) *Axis {
	axis := NewAxis(PlanWithoutLoops(size), size)
	axis.AddSegment(0, 1)
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

// appendCells appends the reference, with its cells at their positions in a finished sheet. If a loop wrote none of the
// referenced rows or columns, the reference points to the last row or column of the sheet, which is empty. Thus a sum
// over no rows is 0.
func (r *reference) appendCells(dst []byte, prefix string, sheet *Sheet, at Position) []byte {
	if r.name != "" {
		return append(append(dst, prefix...), r.name...)
	}
	a, b := r.a, r.b
	if !r.area {
		b = a
	}
	if !r.area && !r.canGrow {
		a.row, a.column = axisCornerOf(sheet.Rows, a.vertical(), at.Row), axisCornerOf(sheet.Columns, a.horizontal(), at.Column)
		return a.append(append(dst, prefix...))
	}
	limit := 1
	if r.canSpanSheets {
		limit = maxSheets
	}
	rows := resolveExtents(sheet.Rows, a.vertical(), b.vertical(), at.Row, limit)
	columns := resolveExtents(sheet.Columns, a.horizontal(), b.horizontal(), at.Column, limit/len(rows))
	for i, row := range rows {
		for j, column := range columns {
			if i+j > 0 {
				dst = append(dst, ',')
			}
			a.row, b.row, a.column, b.column = row.From, row.To, column.From, column.To
			dst = a.append(append(dst, prefix...))
			if r.area && len(rows)*len(columns) == 1 || a.row != b.row || a.column != b.column {
				dst = b.append(append(dst, ':'))
			}
		}
	}
	return dst
}

// resolveExtents returns the positions in the finished sheet of the rows (or columns) between two corners of a
// reference. If the reference has no row numbers (or column letters), as in A:B, the result is an empty extent. If a
// loop has repeated the rows and other rows lie between the copies, the result has one extent for each copy. If this
// would exceed limit, the result is one extent over all copies. If no row was written, the result is the last row of
// the sheet.
func resolveExtents(axis *Axis, a, b axisCorner, from Place, limit int) []Extent {
	if a.number == 0 {
		return []Extent{{}}
	}
	if b.number < a.number {
		a, b = b, a
	}
	if limit > 1 && a.iteration(from) == b.iteration(from) {
		if pieces := axis.pieces(a.number, b.number, a.iteration(from), limit); len(pieces) > 0 {
			return pieces
		}
	}
	if first, last, ok := axis.resolveRange(a, b, from); ok {
		return []Extent{{first, last}}
	}
	return []Extent{{axis.size, axis.size}}
}

func axisCornerOf(axis *Axis, c axisCorner, from Place) int {
	if at, ok := axis.resolve(c.number, c.fixed, from); ok {
		return at
	}
	return axis.size
}

func (c corner) append(dst []byte) []byte {
	if c.column > 0 {
		if c.fixedColumn {
			dst = append(dst, '$')
		}
		dst = AppendColumn(dst, c.column)
	}
	if c.row > 0 {
		if c.fixedRow {
			dst = append(dst, '$')
		}
		dst = strconv.AppendInt(dst, int64(c.row), 10)
	}
	return dst
}

// Area returns the new position of a range. The parameter at is the position of the formula, or of another object, that
// refers to the range. If this position and the range are in the same loop, Area returns the range in the same copy of
// that loop. ok is false if the finished sheet does not contain the range.
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

// Ranges returns the new positions of a range, one for each copy. If join is set, adjacent copies are joined into one
// range.
func (s *Sheet) Ranges(r Range, join bool) (all []MovedRange) {
	rows, columns := s.Rows.Copies(r.Rows.From, r.Rows.To), s.Columns.Copies(r.Columns.From, r.Columns.To)
	if join {
		extentOf := func(c *Copy) *Extent { return &c.Extent }
		rows, columns = joinAdjacent(rows, extentOf), joinAdjacent(columns, extentOf)
	}
	for _, row := range rows {
		for _, column := range columns {
			all = append(all, MovedRange{Range{row.Extent, column.Extent}, row.Iteration, column.Iteration})
		}
	}
	return all
}

// MovedRange is the new position of a range, together with the copies of loops that contain the range.
type MovedRange struct {
	Range
	Row, Column *Iteration
}
