package rows

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"

	"lectern/converters/template/cells"
	"lectern/converters/template/markup"
)

// sheet is the state while the rows of a sheet are read.
type sheet struct {
	*workbook
	writer  *writer
	options Options
	columns *columns // nil until the header was read

	row    int // the number of the current row
	values []value
	cell   cell
	inCell bool
}

// read reads the rows in the markup of a sheet.
func (s *sheet) read(source []byte) error {
	for t, err := range markup.Tokens(source) {
		if err == nil {
			err = s.token(&t)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *sheet) token(t *markup.Token) error {
	name := localName(t.Name)
	switch {
	case name == "row" && t.Kind == markup.Start:
		s.begin(number(t, "r"))
	case name == "row" && t.Kind == markup.Empty:
		s.row++
	case name == "row":
		return s.endRow()
	case name == "c" && t.Kind == markup.Start:
		s.cell.begin(t, s.row, len(s.values)+1)
		s.inCell = true
	case name == "c" && t.Kind == markup.End && s.inCell:
		s.inCell = false
		s.put(s.cell.column, s.cell.value(s.workbook))
	case s.inCell:
		s.cell.add(t)
	}
	return nil
}

// begin starts a row. If number is -1, the row follows the previous one.
func (s *sheet) begin(number int) {
	if s.row++; number > 0 && number <= cells.Rows {
		s.row = number
	}
	s.values = s.values[:0]
}

func (s *sheet) put(column int, v value) {
	if v.isEmpty() {
		return
	}
	for len(s.values) < column {
		s.values = append(s.values, value{})
	}
	s.values[column-1] = v
}

// endRow ends a row. The first non-empty row is the header.
func (s *sheet) endRow() (err error) {
	switch {
	case len(s.values) == 0:
	case s.columns == nil:
		s.columns, err = s.header()
	default:
		err = s.columns.write(s.writer, s.row, s.values)
	}
	s.values = s.values[:0]
	return err
}

func (s *sheet) header() (*columns, error) {
	names := make([]string, len(s.values))
	for i, v := range s.values {
		if v.problem != nil {
			return nil, newError("rows-column-name", "name", cells.Cell{Row: s.row, Column: i + 1}.String())
		}
		if names[i] = v.text; v.json != "" {
			names[i] = v.json
		}
	}
	return newColumns(names, s.options)
}

// cell is the cell being read (ECMA-376, part 1, 18.3.1.4).
type cell struct {
	row, column int
	kind        string // the type of the content
	style       int

	hasFormula, hasValue bool
	inValue              bool
	raw                  []byte // the content of the value element
	text                 text
}

// begin starts a cell. next is its column if the cell element has no address.
func (c *cell) begin(t *markup.Token, row, next int) {
	*c = cell{row: row, column: min(next, cells.Columns), kind: attribute(t, "t"), style: number(t, "s"), raw: c.raw[:0], text: c.text}
	c.text.reset()
	if at, ok := cells.ParseCell(attribute(t, "r")); ok {
		c.column = at.Column
	}
}

func (c *cell) add(t *markup.Token) {
	switch name := localName(t.Name); {
	case name == "f" && t.Kind != markup.End:
		c.hasFormula = true
	case name == "v":
		c.inValue = t.Kind == markup.Start
		c.hasValue = c.hasValue || t.Kind != markup.End
	case c.inValue:
		c.raw = appendContent(c.raw, t)
	default:
		c.text.add(t)
	}
}

// value returns the value of the cell. For a formula, it is the result that the file contains.
func (c *cell) value(b *workbook) value {
	raw := string(c.raw)
	switch {
	case c.kind == "inlineStr":
		return value{text: c.text.String()}
	case c.hasFormula && raw == "" && (c.kind != "str" || !c.hasValue): // the result of a formula can be an empty text
		return c.problemValue("row-not-calculated", "")
	case raw == "":
		return value{}
	}
	switch c.kind {
	case "s":
		if i, err := strconv.Atoi(strings.TrimSpace(raw)); err == nil && i >= 0 && i < len(b.strings) {
			return value{text: b.strings[i]}
		}
		return c.problemValue("row-cell-broken", raw)
	case "b":
		return value{json: strconv.FormatBool(isTrue(strings.TrimSpace(raw)))}
	case "e":
		return c.problemValue("row-cell-error", raw)
	case "str", "d":
		return value{text: unescape(raw)}
	}
	return c.numericValue(b, raw)
}

func (c *cell) problemValue(code, raw string) value {
	at := cells.Cell{Row: c.row, Column: c.column}.String()
	p := problem(code, "cell", at, "value", raw, "line", strconv.Itoa(c.row))
	return value{problem: &p}
}

// numericValue returns the value of a numeric cell: a date if the cell shows dates; otherwise a number, rounded to the
// 15 digits that spreadsheet applications show.
func (c *cell) numericValue(b *workbook, raw string) value {
	number, ok := parseFloat(strings.TrimSpace(raw))
	if !ok {
		return c.problemValue("row-cell-broken", raw)
	}
	if c.style >= 0 && c.style < len(b.dates) && b.dates[c.style] != noDate {
		if text, ok := dateText(number, b.dates[c.style], b.from1904); ok {
			return value{text: text}
		}
	}
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(number, 'g', 15, 64), 64)
	if err != nil { // rounding exceeds the range of float64
		rounded = number
	}
	return value{json: format(rounded)}
}

// text joins the texts of the runs in a cell. It skips phonetic runs (pronunciation).
type text struct {
	out           []byte
	inText        bool
	pronunciation int // the number of open elements of phonetic runs
}

func (x *text) reset() { x.out, x.inText, x.pronunciation = x.out[:0], false, 0 }

// String returns the joined text.
func (x *text) String() string { return unescape(string(x.out)) }

func (x *text) add(t *markup.Token) {
	switch name := localName(t.Name); {
	case name == "rPh" && t.Kind == markup.Start:
		x.pronunciation++
	case name == "rPh" && t.Kind == markup.End:
		x.pronunciation--
	case name == "t":
		x.inText = t.Kind == markup.Start
	case x.inText && x.pronunciation == 0:
		x.out = appendContent(x.out, t)
	}
}

// appendContent appends the text of a token.
func appendContent(dst []byte, t *markup.Token) []byte {
	if t.Kind == markup.Text {
		return append(dst, markup.Unescape(t.Raw)...)
	}
	if inner, ok := bytes.CutPrefix(t.Raw, []byte("<![CDATA[")); ok {
		return append(dst, bytes.TrimSuffix(inner, []byte("]]>"))...)
	}
	return dst
}

var escaped = regexp.MustCompile(`_x[0-9A-Fa-f]{4}_`)

// unescape replaces the escape sequences for characters that XML does not allow (ECMA-376, part 1, 22.9.2.19).
func unescape(text string) string {
	if !strings.Contains(text, "_x") {
		return text
	}
	return escaped.ReplaceAllStringFunc(text, func(escape string) string {
		code, err := strconv.ParseUint(escape[2:6], 16, 16)
		if err != nil {
			return escape
		}
		return string(rune(code))
	})
}
