package richtext

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Limits of an HTML table: the number of columns, the number of rows that a cell can span, and the number of cells.
const (
	maxColumns = 63 // the limit of Word
	maxRowSpan = 1_000
	maxCells   = 200_000
)

// tableReader is the state while an HTML table is read.
type tableReader struct {
	*reader
	style    style
	table    *Table
	columns  int
	covering [maxColumns]coveringCell
}

// coveringCell is a cell of an earlier row that spans further rows.
type coveringCell struct {
	rows int // the number of rows that the cell still spans
	cell Cell
}

// table reads an HTML table and appends it to the blocks.
func (r *reader) table(n *html.Node, d declarations, s style) {
	r.endParagraph()
	t := &tableReader{reader: r, style: s, table: tableOf(n, d, &s)}
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		if child.DataAtom == atom.Caption {
			r.element(child, s)
		}
	}
	for _, part := range []atom.Atom{atom.Colgroup, atom.Thead, atom.Tbody, atom.Tfoot} {
		for child := n.FirstChild; child != nil; child = child.NextSibling {
			switch {
			case child.DataAtom != part:
			case part == atom.Colgroup:
				t.columnGroup(child)
			default:
				t.rows(child, part == atom.Thead)
			}
		}
	}
	t.fill()
	if len(t.table.Rows) > 0 {
		r.blocks = append(r.blocks, t.table)
	}
	if breaksPage(d.word("page-break-after")) || breaksPage(d.word("break-after")) {
		r.pageBreak = true
	}
}

// tableOf reads the attributes and the style of a table. It does not read the rows.
func tableOf(n *html.Node, d declarations, s *style) *Table {
	t := &Table{Indent: s.indent, Align: alignOf(attribute(n, "align")), Border: d.border("")}
	if s.item != nil {
		t.Indent += int64(s.item.level+1) * 48 * pixel
	}
	for _, text := range []string{attribute(n, "width"), d["width"]} {
		if l, ok := lengthOf(text); ok && (l.EMU > 0 || l.Share > 0) {
			t.Width = l
		}
	}
	if text := attribute(n, "border"); hasAttribute(n, "border") && t.Border == nil {
		t.Border = &Border{Style: "single", Points: 0.75}
		t.Border.applyWord(text)
		t.InnerBorders = true
	}
	if t.Border == nil && strings.EqualFold(attribute(n, "role"), "presentation") {
		t.Border = &Border{Style: "none"}
	}
	if l, ok := lengthOf(attribute(n, "cellpadding")); ok && l.EMU >= 0 {
		t.Padding = Length{EMU: max(1, l.EMU)}
	}
	if d.word("margin-left") == "auto" || strings.Contains(d.word("margin"), "auto") {
		t.Align = Center
	}
	return t
}

func (t *tableReader) columnGroup(group *html.Node) {
	for child := group.FirstChild; child != nil; child = child.NextSibling {
		if child.DataAtom != atom.Col {
			continue
		}
		width := widthOf(child, declarationsOf(child))
		for range min(spanOf(child, "span"), maxColumns-len(t.table.Columns)) {
			t.table.Columns = append(t.table.Columns, width)
		}
	}
}

func widthOf(n *html.Node, d declarations) (width Length) {
	for _, text := range []string{attribute(n, "width"), d["width"]} {
		if l, ok := lengthOf(text); ok && (l.EMU > 0 || l.Share > 0) {
			width = l
		}
	}
	return width
}

// spanOf parses an attribute with a number of columns or rows. The default is 1.
func spanOf(n *html.Node, name string) int {
	number, err := strconv.Atoi(strings.TrimSpace(attribute(n, name)))
	if err != nil || number < 1 {
		return 1
	}
	return min(number, maxRowSpan)
}

// rows reads the rows of a section of the table. No cell spans into the next section.
func (t *tableReader) rows(part *html.Node, header bool) {
	t.covering = [maxColumns]coveringCell{}
	d := declarationsOf(part)
	if d.word("display") == "none" || hasAttribute(part, "hidden") {
		return
	}
	for child := part.FirstChild; child != nil; child = child.NextSibling {
		if child.DataAtom == atom.Tr && !isDropped(child) {
			s := t.style
			s.indent, s.background, s.heading, s.quote, s.lists, s.list, s.item, s.firstLine = 0, "", 0, 0, 0, nil, nil, 0
			s.applyAttributes(part, true)
			s.applyDeclarations(d, true)
			t.row(child, s, header)
		}
	}
}

func (t *tableReader) row(n *html.Node, s style, header bool) {
	d := declarationsOf(n)
	if d.word("display") == "none" {
		return
	}
	s.applyAttributes(n, true)
	if color := colorOf(attribute(n, "bgcolor")); color != "" {
		s.background = color
	}
	s.applyDeclarations(d, true)
	row, at := Row{Header: header}, 0
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		if child.DataAtom != atom.Td && child.DataAtom != atom.Th || isDropped(child) {
			continue
		}
		cell, down := t.cell(child, n, s)
		at = t.addCovered(&row, at, false)
		if at >= maxColumns { // no columns are left: the content is added to the last cell
			last := &row.Cells[len(row.Cells)-1]
			last.Continued = false
			last.Blocks = append(last.Blocks, cell.Blocks...)
			continue
		}
		cell.Columns = t.freeColumns(at, cell.Columns)
		if cell.Columns == 1 {
			t.setColumnWidth(at, widthOf(child, declarationsOf(child)))
		}
		cell.ContinuesBelow = down > 1
		if cell.ContinuesBelow {
			again := cell
			again.Blocks, again.Continued = nil, true
			t.covering[at] = coveringCell{down - 1, again}
		}
		row.Cells = append(row.Cells, cell)
		at += cell.Columns
	}
	at = t.addCovered(&row, at, true)
	t.columns = max(t.columns, at)
	if t.cells += len(row.Cells); t.cells > maxCells {
		t.tooLarge = true
		return
	}
	if len(row.Cells) > 0 && !(header && row.isEmpty()) { // a Markdown table must have a header, which is often empty
		t.table.Rows = append(t.table.Rows, row)
	}
}

// addCovered adds cells to a row for the cells of earlier rows that span into it. It starts at the given column and
// stops at the next free column, which it returns. If the parameter all is true, it continues to the last column and
// adds empty cells for the free columns in between.
func (t *tableReader) addCovered(row *Row, at int, all bool) int {
	for column := at; column < maxColumns; {
		h := &t.covering[column]
		if h.rows == 0 {
			if !all {
				return column
			}
			column++
			continue
		}
		if gap := column - at; gap > 0 {
			row.Cells = append(row.Cells, Cell{Columns: gap})
		}
		h.rows--
		cell := h.cell
		cell.ContinuesBelow = h.rows > 0
		row.Cells = append(row.Cells, cell)
		column += cell.Columns
		at = column
	}
	return at
}

// freeColumns returns the number of adjacent free columns, beginning with the given column. The result is limited to
// count.
func (t *tableReader) freeColumns(at, count int) int {
	count = min(count, maxColumns-at)
	for i := 1; i < count; i++ {
		if t.covering[at+i].rows > 0 {
			return i
		}
	}
	return count
}

// setColumnWidth sets the width of a column unless the column already has one.
func (t *tableReader) setColumnWidth(column int, width Length) {
	for len(t.table.Columns) <= column {
		t.table.Columns = append(t.table.Columns, Length{})
	}
	if t.table.Columns[column] == (Length{}) {
		t.table.Columns[column] = width
	}
}

// cell reads a td or th element. row is the tr element that contains it. rowSpan is the number of rows that the cell
// spans.
func (t *tableReader) cell(n, row *html.Node, s style) (cell Cell, rowSpan int) {
	d := declarationsOf(n)
	if n.DataAtom == atom.Th && s.align == "" {
		s.align = Center
	}
	s.applyElement(n)
	s.applyAttributes(n, true)
	if color := colorOf(attribute(n, "bgcolor")); color != "" {
		s.background = color
	}
	shift := s.format.Shift
	s.applyDeclarations(d, true)
	s.format.Shift, s.indent = shift, 0 // vertical-align applies to the cell, not to its text
	cell = Cell{Columns: spanOf(n, "colspan"), Background: s.background}
	s.background = ""
	for _, text := range []string{attribute(row, "valign"), declarationsOf(row)["vertical-align"], attribute(n, "valign"),
		d["vertical-align"]} {
		if vertical := verticalOf(text); vertical != "" {
			cell.Vertical = vertical
		}
	}
	all := d.border("")
	for i, side := range []string{"top", "left", "bottom", "right"} {
		if cell.Borders[i] = d.border(side); cell.Borders[i] == nil {
			cell.Borders[i] = all
		}
	}
	inner := reader{cells: t.cells}
	inner.children(n, s)
	inner.endParagraph()
	t.cells, t.tooLarge = inner.cells, t.tooLarge || inner.tooLarge
	if len(inner.blocks) == 0 { // an empty paragraph keeps the alignment
		inner.blocks = []Block{&Paragraph{Align: s.align}}
	}
	cell.Blocks = inner.blocks
	return cell, spanOf(n, "rowspan")
}

// fill adds empty cells until each row has cells for all columns.
func (t *tableReader) fill() {
	t.columns = max(t.columns, min(len(t.table.Columns), maxColumns))
	for i := range t.table.Rows {
		row := &t.table.Rows[i]
		across := 0
		for _, cell := range row.Cells {
			across += cell.Columns
		}
		if missing := t.columns - across; missing > 0 {
			row.Cells = append(row.Cells, Cell{Columns: missing})
		}
	}
	for len(t.table.Columns) < t.columns {
		t.table.Columns = append(t.table.Columns, Length{})
	}
}

// isEmpty reports whether all cells of a row are empty.
func (r *Row) isEmpty() bool {
	for _, cell := range r.Cells {
		for _, block := range cell.Blocks {
			if p, isParagraph := block.(*Paragraph); !isParagraph || len(p.Spans) > 0 {
				return false
			}
		}
	}
	return true
}
