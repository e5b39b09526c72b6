package cut

import (
	"bytes"
	"strconv"
	"strings"

	"lectern/converters/ooxml/opc"
)

// Limits of the part of a sheet that is kept. Lengths are in points. A page on which the sheet is fitted to the width
// is at most 1.5 times as high as wide.
const (
	maxPageAspect      = 1.6
	defaultRowHeight   = 15.0
	defaultColumnWidth = 48.0
	letterWidth        = 5.25 // width of a character; column widths are multiples of it
	maxColumn          = 16_384
	minScale           = 50
)

// sheetCut is the state of cutting a sheet.
type sheetCut struct {
	out     bytes.Buffer
	strings map[int]bool // indices of the shared strings that the kept cells show
	rowsCut bool
	row     int // last row that is kept
	// formulas reports whether cells had formulas.
	formulas bool

	depth         int
	skipping      int // depth of the element that is skipped; 0 if none is
	path          []string
	prefix        string
	height        float64 // height of the rows so far
	minHeight     float64 // minimum height to keep
	defaultHeight float64 // default height of a row
	widths        map[int]float64
	column        int
	// The columns with content in the rows that are kept, and the columns with content in all other rows.
	kept, dropped columns
	cell          cellCut
	fitsPage      bool
	err           error
}

// columns is a range of columns. last is 0 if the range is empty.
type columns struct{ first, last int }

func (c *columns) add(column int) {
	if c.last == 0 || column < c.first {
		c.first = column
	}
	c.last = max(c.last, column)
}

// cellCut is the state of reading a cell.
type cellCut struct {
	shared, formula, value bool
	text                   []byte
}

func cutSheet(p *opc.Package, key string, height float64) (*sheetCut, error) {
	s := &sheetCut{minHeight: height, strings: map[int]bool{}, widths: map[int]float64{}, defaultHeight: defaultRowHeight}
	err := p.Scan(key, func(t opc.Token) bool {
		s.copyToken(t)
		if s.err == nil && s.out.Len() > maxKept {
			s.err = notCut("its first page may be too large")
		}
		return s.err == nil
	})
	if err == nil {
		err = s.err
	}
	if err == nil {
		err = s.checkSize()
	}
	return s, err
}

// copyToken copies a token, or skips it.
func (s *sheetCut) copyToken(t opc.Token) {
	switch t.Kind {
	case opc.StartTag:
		s.depth++
		s.path = append(s.path, string(t.Local))
	case opc.EndTag:
		s.depth--
		s.path = s.path[:len(s.path)-1]
	}
	if s.skipping > 0 {
		s.skip(t)
		return
	}
	local := string(t.Local)
	if t.Kind != opc.TextRun && t.Kind != opc.EndTag && s.leavesOut(t, local) {
		if t.Kind == opc.StartTag {
			s.skipping = s.depth
		}
		return
	}
	switch {
	case t.Kind == opc.TextRun:
		s.text(t)
	case t.Kind == opc.EndTag:
		s.endElement(local)
	default:
		s.startElement(t, local)
		if t.Kind == opc.EmptyTag {
			s.endElement(local)
		}
	}
	s.out.Write(t.Raw)
}

// skip records the columns of a cell that is not kept.
func (s *sheetCut) skip(t opc.Token) {
	if s.depth < s.skipping {
		s.skipping = 0
	}
	switch local := string(t.Local); {
	case t.Kind == opc.TextRun || !s.inSheetData():
	case local == "c" && t.Kind != opc.EndTag:
		s.addColumn(t)
	case (local == "v" || local == "is") && t.Kind == opc.StartTag:
		s.dropped.add(s.column)
	}
}

// addColumn records the column of a cell.
func (s *sheetCut) addColumn(t opc.Token) {
	s.column++
	opc.EachAttribute(t.Attrs, func(name, value []byte) {
		if len(name) == 1 && name[0] == 'r' {
			if column := columnOf(value); column > 0 {
				s.column = column
			}
		}
	})
}

// columnOf returns the column of a cell reference, from 1, such as 28 for AB7. It returns 0 if there is none.
func columnOf(cell []byte) (column int) {
	for _, c := range cell {
		if c |= 0x20; c < 'a' || c > 'z' {
			break
		}
		if column = 26*column + int(c-'a') + 1; column > maxColumn {
			return 0
		}
	}
	return column
}

// leavesOut reports whether the element that begins with t is skipped.
func (s *sheetCut) leavesOut(t opc.Token, local string) bool {
	switch local {
	case "row":
		if s.fillsPage() {
			s.rowsCut, s.column = true, 0
			return true
		}
	case "f":
		s.cell.formula = s.cell.formula || s.inSheetData()
		return s.inSheetData()
	case "dataValidations", "legacyDrawingHF", "picture", "webPublishItems", "smartTags", "phoneticPr", "customSheetViews":
		return len(s.path) <= 2
	case "mergeCell", "hyperlink":
		return s.rowsCut && firstRow("!"+t.Value("ref")) > s.row
	}
	return false
}

func (s *sheetCut) inSheetData() bool {
	return len(s.path) > 2 && s.path[1] == "sheetData"
}

// fillsPage reports whether the rows so far certainly fill a page.
func (s *sheetCut) fillsPage() bool {
	return s.height > s.minHeight && s.height > maxPageAspect*s.width(s.kept)
}

// width returns the total width of columns.
func (s *sheetCut) width(cols columns) (width float64) {
	for column := cols.first; column <= cols.last; column++ {
		if own, known := s.widths[column]; known {
			width += own
		} else {
			width += defaultColumnWidth
		}
	}
	return width
}

func (s *sheetCut) startElement(t opc.Token, local string) {
	switch local {
	case "pageSetUpPr":
		_, there := t.Attribute("fitToPage")
		s.fitsPage = there && t.IsTrue("fitToPage")
	case "sheetFormatPr":
		if height, err := strconv.ParseFloat(t.Value("defaultRowHeight"), 64); err == nil && height > 1 {
			s.defaultHeight = height
		}
	case "col":
		s.setWidths(t)
	case "sheetData":
		s.prefix = strings.TrimSuffix(string(t.Name), "sheetData")
	case "row":
		s.beginRow(t)
	case "c":
		s.addColumn(t)
		s.cell = cellCut{shared: t.Value("t") == "s"}
	case "v", "is":
		s.cell.value = true
		s.kept.add(s.column)
	case "pageSetup":
		s.checkSetup(t)
	case "sparklineGroups", "sparklineGroup":
		s.err = notCut("it draws in its cells")
	}
}

func (s *sheetCut) setWidths(t opc.Token) {
	from, _ := strconv.Atoi(t.Value("min"))
	to, _ := strconv.Atoi(t.Value("max"))
	width, _ := strconv.ParseFloat(t.Value("width"), 64)
	if _, there := t.Attribute("hidden"); there && t.IsTrue("hidden") {
		width = 0
	}
	for column := max(from, 1); column <= min(to, maxColumn); column++ {
		s.widths[column] = width * letterWidth
	}
}

func (s *sheetCut) beginRow(t opc.Token) {
	number, err := strconv.Atoi(t.Value("r"))
	if err != nil || number <= s.row {
		number = s.row + 1
	}
	s.height += float64(number-s.row-1) * s.defaultHeight
	s.row, s.column = number, 0
	if _, there := t.Attribute("hidden"); there && t.IsTrue("hidden") {
		return
	}
	height, err := strconv.ParseFloat(t.Value("ht"), 64)
	if err != nil {
		height = s.defaultHeight
	}
	s.height += height
}

func (s *sheetCut) endElement(local string) {
	switch local {
	case "v":
		if s.cell.shared {
			if number, err := strconv.Atoi(string(bytes.TrimSpace(s.cell.text))); err == nil {
				s.strings[number] = true
			}
		}
	case "c":
		if s.cell.formula && !s.cell.value {
			s.err = notCut("it has formulas without a result")
		}
		s.formulas = s.formulas || s.cell.formula
		s.cell = cellCut{}
	case "sheetData":
		s.addLastColumn()
	}
}

// addLastColumn adds an empty cell at the last column of the whole sheet, because the width decides the layout of the
// page.
func (s *sheetCut) addLastColumn() {
	if s.dropped.last == 0 || s.kept.last == 0 || s.dropped.first >= s.kept.first && s.dropped.last <= s.kept.last {
		return
	}
	s.row++
	row := strconv.Itoa(s.row)
	s.out.WriteString("<" + s.prefix + `row r="` + row + `">`)
	for _, column := range []int{min(s.dropped.first, s.kept.first), max(s.dropped.last, s.kept.last)} {
		s.out.WriteString("<" + s.prefix + `c r="` + columnName(column) + row + `" t="str"><` + s.prefix + `v> </` + s.prefix + `v></` +
			s.prefix + "c>")
	}
	s.out.WriteString("</" + s.prefix + "row>")
}

// columnName returns the letters of a column.
func columnName(column int) (name string) {
	for ; column > 0; column = (column - 1) / 26 {
		name = string(rune('A'+(column-1)%26)) + name
	}
	return name
}

func (s *sheetCut) text(t opc.Token) {
	switch last := s.path[max(len(s.path)-1, 0):]; {
	case len(last) == 0:
	case last[0] == "v" && s.cell.shared && len(s.cell.text) < 32:
		s.cell.text = append(s.cell.text, t.Raw...)
	case s.path[min(1, len(s.path)-1)] == "headerFooter":
		if bytes.Contains(t.Raw, []byte("&amp;N")) {
			s.err = notCut("its margins show the page count")
		}
	case last[0] == "formula" || last[0] == "f":
		if bytes.IndexByte(t.Raw, '!') >= 0 {
			s.err = notCut("its colors depend on other sheets")
		}
	}
}
