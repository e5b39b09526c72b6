package cut

import (
	"bytes"
	"strconv"
	"strings"

	"lectern/converters/ooxml/opc"
)

// How much of a sheet is kept: a page that is as wide as the sheet is at most half as
// high again. Lengths are in points.
const (
	heightWidth = 1.6
	rowHeight   = 15.0
	columnWidth = 48.0
	letterWidth = 5.25 // of what widths of columns are counted in
	maxColumn   = 16_384
	leastScale  = 50
)

// sheetCut is a sheet that is being cut.
type sheetCut struct {
	out     bytes.Buffer
	strings map[int]bool // the shared strings that its cells show
	rowsCut bool
	row     int // the last one that is kept
	// formulas says that there were some among its cells.
	formulas bool

	depth    int
	skipping int // the depth above which nothing is kept
	path     []string
	prefix   string
	height   float64 // of the rows so far
	least    float64 // height that is kept
	usual    float64 // height of a row
	widths   map[int]float64
	column   int
	// The columns with something in them, in what is kept and in what is not.
	kept, rest columns
	cell       cellCut
	fitsPage   bool
	wrong      error
}

// columns are the first and the last of some; last is 0 where there are none.
type columns struct{ first, last int }

func (c *columns) add(column int) {
	if c.last == 0 || column < c.first {
		c.first = column
	}
	c.last = max(c.last, column)
}

// cellCut is the cell that is being read.
type cellCut struct {
	shared, formula, value bool
	text                   []byte
}

func cutSheet(p *opc.Package, key string, height float64) (*sheetCut, error) {
	s := &sheetCut{least: height, strings: map[int]bool{}, widths: map[int]float64{}, usual: rowHeight}
	err := p.Scan(key, func(t opc.Token) bool {
		s.take(t)
		if s.wrong == nil && s.out.Len() > maxKept {
			s.wrong = notCut("its first page may be too large")
		}
		return s.wrong == nil
	})
	if err == nil {
		err = s.wrong
	}
	if err == nil {
		err = s.checkSize()
	}
	return s, err
}

// take adds a token to what is kept, or leaves it out.
func (s *sheetCut) take(t opc.Token) {
	switch t.Kind {
	case opc.StartTag:
		s.depth++
		s.path = append(s.path, string(t.Local))
	case opc.EndTag:
		s.depth--
		s.path = s.path[:len(s.path)-1]
	}
	if s.skipping > 0 {
		s.passOver(t)
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
		s.end(local)
	default:
		s.start(t, local)
		if t.Kind == opc.EmptyTag {
			s.end(local)
		}
	}
	s.out.Write(t.Raw)
}

// passOver notes what there is in that which is not kept.
func (s *sheetCut) passOver(t opc.Token) {
	if s.depth < s.skipping {
		s.skipping = 0
	}
	switch local := string(t.Local); {
	case t.Kind == opc.TextRun || !s.cellOpen():
	case local == "c" && t.Kind != opc.EndTag:
		s.place(t)
	case (local == "v" || local == "is") && t.Kind == opc.StartTag:
		s.rest.add(s.column)
	}
}

// place notes the column of a cell.
func (s *sheetCut) place(t opc.Token) {
	s.column++
	opc.EachAttribute(t.Attrs, func(name, value []byte) {
		if len(name) == 1 && name[0] == 'r' {
			if column := columnOf(value); column > 0 {
				s.column = column
			}
		}
	})
}

// columnOf gives the number, from 1, of a cell's column: 28 of AB7. 0 is none.
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

// leavesOut says whether an element, of which this is the start, is not kept.
func (s *sheetCut) leavesOut(t opc.Token, local string) bool {
	switch local {
	case "row":
		if s.full() {
			s.rowsCut, s.column = true, 0
			return true
		}
	case "f":
		s.cell.formula = s.cell.formula || s.cellOpen()
		return s.cellOpen()
	case "dataValidations", "legacyDrawingHF", "picture", "webPublishItems", "smartTags", "phoneticPr", "customSheetViews":
		return len(s.path) <= 2
	case "mergeCell", "hyperlink":
		return s.rowsCut && firstRow("!"+t.Value("ref")) > s.row
	}
	return false
}

func (s *sheetCut) cellOpen() bool {
	return len(s.path) > 2 && s.path[1] == "sheetData"
}

// full says whether the rows so far surely fill a page.
func (s *sheetCut) full() bool {
	return s.height > s.least && s.height > heightWidth*s.width(s.kept)
}

// width gives how wide columns are together.
func (s *sheetCut) width(of columns) (width float64) {
	for column := of.first; column <= of.last; column++ {
		if own, known := s.widths[column]; known {
			width += own
		} else {
			width += columnWidth
		}
	}
	return width
}

func (s *sheetCut) start(t opc.Token, local string) {
	switch local {
	case "pageSetUpPr":
		_, there := t.Attribute("fitToPage")
		s.fitsPage = there && t.Set("fitToPage")
	case "sheetFormatPr":
		if height, err := strconv.ParseFloat(t.Value("defaultRowHeight"), 64); err == nil && height > 1 {
			s.usual = height
		}
	case "col":
		s.widen(t)
	case "sheetData":
		s.prefix = strings.TrimSuffix(string(t.Name), "sheetData")
	case "row":
		s.beginRow(t)
	case "c":
		s.place(t)
		s.cell = cellCut{shared: t.Value("t") == "s"}
	case "v", "is":
		s.cell.value = true
		s.kept.add(s.column)
	case "pageSetup":
		s.checkSetup(t)
	case "sparklineGroups", "sparklineGroup":
		s.wrong = notCut("it draws in its cells")
	}
}

func (s *sheetCut) widen(t opc.Token) {
	from, _ := strconv.Atoi(t.Value("min"))
	to, _ := strconv.Atoi(t.Value("max"))
	width, _ := strconv.ParseFloat(t.Value("width"), 64)
	if _, there := t.Attribute("hidden"); there && t.Set("hidden") {
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
	s.height += float64(number-s.row-1) * s.usual
	s.row, s.column = number, 0
	if _, there := t.Attribute("hidden"); there && t.Set("hidden") {
		return
	}
	height, err := strconv.ParseFloat(t.Value("ht"), 64)
	if err != nil {
		height = s.usual
	}
	s.height += height
}

func (s *sheetCut) end(local string) {
	switch local {
	case "v":
		if s.cell.shared {
			if number, err := strconv.Atoi(string(bytes.TrimSpace(s.cell.text))); err == nil {
				s.strings[number] = true
			}
		}
	case "c":
		if s.cell.formula && !s.cell.value {
			s.wrong = notCut("it has formulas without a result")
		}
		s.formulas = s.formulas || s.cell.formula
		s.cell = cellCut{}
	case "sheetData":
		s.reach()
	}
}

// reach makes what is kept as wide as the whole is, by which the page is laid out.
func (s *sheetCut) reach() {
	if s.rest.last == 0 || s.kept.last == 0 || s.rest.first >= s.kept.first && s.rest.last <= s.kept.last {
		return
	}
	s.row++
	row := strconv.Itoa(s.row)
	s.out.WriteString("<" + s.prefix + `row r="` + row + `">`)
	for _, column := range []int{min(s.rest.first, s.kept.first), max(s.rest.last, s.kept.last)} {
		s.out.WriteString("<" + s.prefix + `c r="` + columnName(column) + row + `" t="str"><` + s.prefix + `v> </` + s.prefix + `v></` +
			s.prefix + "c>")
	}
	s.out.WriteString("</" + s.prefix + "row>")
}

// columnName gives the letters of a column's number.
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
			s.wrong = notCut("its margins tell how many pages there are")
		}
	case last[0] == "formula" || last[0] == "f":
		if bytes.IndexByte(t.Raw, '!') >= 0 {
			s.wrong = notCut("its colours depend on other sheets")
		}
	}
}
