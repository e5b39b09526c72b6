package template

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"lectern/converters/template/cells"
	"lectern/converters/template/expression"
	"lectern/converters/template/markup"
)

// cellNode is a cell.
type cellNode struct {
	cell *sheetCell
	// The cell has one of these; it is empty where it has none.
	raw     []byte // what comes behind its tag's other attributes, as it is
	formula *cellFormula
	tag     *tag   // the only one, of which the cell becomes what its value is
	shown   bool   // the value is a picture
	nodes   []node // text with tags

	open, close []byte // the markup around the text of the tag
	kind        kind   // what the value seems to be
	dated       bool   // it is shown as a date
	free        bool   // it is shown as what it is

	// Of a cell with a picture: how wide the columns are that it spans, how wide the picture may be by
	// itself, 0 for any, both in EMU, and whether its row becomes as high as that.
	wide, room int64
	heightens  bool
}

// inner implements [container]: the value of the cell's only tag, or the nodes of its text.
func (n *cellNode) inner() []node {
	if n.tag == nil {
		return n.nodes
	}
	return append([]node{&cellValue{n.tag, n.kind}}, n.nodes...)
}

// cellValue is the only tag of a cell, for those who look at tags: the cell itself renders it.
type cellValue struct {
	tag  *tag
	kind kind
}

// reads implements [tagged].
func (n *cellValue) reads() (*tag, kind) { return n.tag, n.kind }

func (n *cellValue) render(*renderer, *scope) {}

// sheetOf returns the sheet that is rendered.
func sheetOf(r *renderer) *sheetCopy {
	c, _ := r.current.(*sheetCopy)
	return c
}

func (n *cellNode) render(r *renderer, s *scope) {
	c := sheetOf(r)
	c.use()
	r.out = append(r.out, `<c r="`...)
	r.out = cells.Cell{Row: c.row, Column: c.column}.Append(r.out)
	r.out = append(r.out, '"')
	switch {
	case c.blank:
		r.out = append(append(r.out, n.cell.attributes...), "/>"...)
	case n.shown && !r.keeps(n.tag, s):
		r.out = append(append(r.out, n.cell.attributes...), "/>"...)
		n.picture(r, s)
	case n.tag != nil && isRich(n.tag) && !r.keeps(n.tag, s):
		n.rich(r, s)
	case n.tag != nil:
		n.value(r, s)
	case n.formula != nil:
		r.out = append(append(r.out, n.cell.attributes...), '>')
		c.patches = append(c.patches, patch{len(r.out), n.formula, c.turn, c.across})
		r.out = append(r.out, "</c>"...)
	case n.nodes != nil:
		r.out = append(r.out, n.cell.attributes...)
		n.text(r, s)
	default:
		r.out = append(append(r.out, n.cell.attributes...), n.raw...)
	}
}

// value writes what the value of the cell's tag is.
func (n *cellNode) value(r *renderer, s *scope) {
	value, ok := r.value(n.tag, s)
	style := n.cell.attributes
	if sheetOf(r).isHead(n.cell) { // which is a text
		value = expression.Text(value)
	} else if serial, isDate := n.serial(r, value); isDate && ok {
		if n.free {
			style = sheetOf(r).book.styles.dateStyle(n.cell, serial != math.Trunc(serial))
		}
		value = serial
	}
	r.out = append(r.out, style...)
	switch value := value.(type) {
	case float64:
		if !math.IsNaN(value) && !math.IsInf(value, 0) {
			r.out = append(strconv.AppendFloat(append(r.out, "><v>"...), value, 'g', -1, 64), "</v></c>"...)
			return
		}
	case bool:
		r.out = append(strconv.AppendInt(append(r.out, ` t="b"><v>`...), int64(truth(value)), 10), "</v></c>"...)
		return
	}
	text := ""
	if ok {
		text = expression.Text(value)
	}
	if text == "" {
		r.out = append(r.out, "/>"...)
		return
	}
	r.out = append(append(r.out, ` t="inlineStr"><is>`...), n.open...)
	r.out = markup.AppendEscaped(r.out, escapeCell(shortened(expression.Units(text)).next(text)))
	r.out = append(append(r.out, n.close...), "</is></c>"...)
}

// serial gives the number of a value that is a date: by itself, or as the cell shows dates.
func (n *cellNode) serial(r *renderer, value any) (serial float64, isDate bool) {
	when, isDate := value.(time.Time)
	if text, isText := value.(string); isText && n.dated {
		when, isDate = parseDate(text, r.env.Zone)
	}
	if !isDate {
		return 0, false
	}
	return serialOf(when.In(r.zone()), sheetOf(r).book.from1904)
}

func truth(value bool) int {
	if value {
		return 1
	}
	return 0
}

func (r *renderer) zone() *time.Location {
	if r.env.Zone == nil {
		return time.UTC
	}
	return r.env.Zone
}

// text writes a text with tags.
func (n *cellNode) text(r *renderer, s *scope) {
	begin := len(r.out)
	r.out = append(r.out, ` t="inlineStr"><is>`...)
	from := len(r.out)
	r.escape = escapeCell
	r.renderAll(n.nodes, s)
	r.escape = nil
	if !hasText(r.out[from:]) {
		r.out = append(r.out[:begin], "/>"...)
		return
	}
	if len(r.out)-from > longestCell {
		r.out = append(r.out[:from], shortMarkup(r.out[from:])...)
	}
	r.out = append(r.out, "</is></c>"...)
}

// hasText says whether markup has any text.
func hasText(raw []byte) bool {
	inside := false
	for _, c := range raw {
		switch {
		case c == '<':
			inside = true
		case c == '>':
			inside = false
		case !inside:
			return true
		}
	}
	return false
}

// parseDate reads a date as JSON has it: a day, or a time of a day with its zone or in that one.
func parseDate(text string, zone *time.Location) (time.Time, bool) {
	if len(text) < len(time.DateOnly) || len(text) > len(time.RFC3339Nano) {
		return time.Time{}, false
	}
	if zone == nil {
		zone = time.UTC
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04", time.DateTime,
		"2006-01-02 15:04"} {
		if when, err := time.ParseInLocation(layout, text, zone); err == nil {
			return when, true
		}
	}
	return time.Time{}, false
}

// serialOf gives the number that a workbook has for a time, by the clock of its zone: the days since
// the last one of 1899, which has a 29 February 1900 that never was, or since the first of 1904
// (ECMA-376, part 1, 18.17.4.1). It is not valid for times that workbooks do not have.
func serialOf(local time.Time, from1904 bool) (serial float64, valid bool) {
	clock := time.Date(local.Year(), local.Month(), local.Day(), local.Hour(), local.Minute(), local.Second(), local.Nanosecond(), time.UTC)
	first := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	switch {
	case from1904:
		first = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	case clock.Before(time.Date(1900, 3, 1, 0, 0, 0, 0, time.UTC)):
		first = first.AddDate(0, 0, 1)
	}
	const day = 24 * 60 * 60 * 1000
	milliseconds := clock.UnixMilli() - first.UnixMilli()
	return float64(milliseconds) / day, milliseconds >= 0 && clock.Year() <= 9999
}

// cell makes the node of a cell.
func (c *sheetCompiler) cell(row *sheetRow, cell *sheetCell) *cellNode {
	n := &cellNode{cell: cell}
	start, text := cell.formula()
	switch {
	case cell.text != nil:
		c.tags(n, c.starts[cell])
		c.place(n, row)
	case start != nil:
		n.formula = c.formula(start, text, cells.Cell{Row: row.number, Column: cell.column})
	case len(cell.content) == 0:
		n.raw = []byte("/>")
	default:
		if cell.kind != "" {
			n.raw = append(append([]byte(` t="`), markup.Escape(cell.kind)...), '"')
		}
		n.raw = append(appendTokens(append(n.raw, '>'), cell.content), "</c>"...)
	}
	return n
}

// tags makes the nodes of a cell with tags.
func (c *sheetCompiler) tags(n *cellNode, start int) {
	end := c.pieces[start].match
	only, blank := -1, true
	for i := start + 1; i < end; i++ {
		switch p := &c.pieces[i]; {
		case p.kind == textPiece:
			blank = blank && strings.TrimSpace(p.text) == ""
		case p.kind == tagPiece && !p.dead:
			blank = blank && only < 0
			only = i
		}
	}
	if only >= 0 && blank && c.takes(n, c.pieces[only].tag) {
		n.open, n.close = c.markupOf(start+1, only), c.markupOf(only+1, end)
		return
	}
	inner := &compiler{extents: c.extents, language: c.language}
	for _, l := range c.loops {
		if l.unit == "" && l.left > start && l.right < end {
			inner.loops = append(inner.loops, l)
		}
	}
	n.nodes = inner.build(start+1, end)
	if raw, isRaw := onlyRaw(n.nodes); isRaw {
		n.nodes, n.raw = nil, []byte("/>")
		if hasText(raw) {
			n.raw = slices.Concat([]byte(` t="inlineStr"><is>`), raw, []byte("</is></c>"))
		}
	}
}

// takes has a cell show what the tag says that is all its text, and tells whether it does.
func (c *sheetCompiler) takes(n *cellNode, t *tag) bool {
	switch {
	case isRich(t):
		n.kind = textKind
	case isPicture(t):
		n.shown, n.kind = true, pictured(t)
	case t.kind == valueTag:
		n.kind, n.dated, n.free = c.styles.kindOf(n.cell.style)
	default:
		return false
	}
	n.tag = t
	return true
}

// place tells the node of a cell with a picture how much room that has.
func (c *sheetCompiler) place(n *cellNode, row *sheetRow) {
	if !n.shown {
		return
	}
	wide, rows, set := c.source.columnsOf(cells.Cell{Row: row.number, Column: n.cell.column})
	n.wide, n.heightens = wide, rows == 1 && !row.height
	if set {
		n.room = wide
	}
}

// onlyRaw gives the markup of nodes that have no tags.
func onlyRaw(nodes []node) (raw []byte, isRaw bool) {
	if len(nodes) == 0 {
		return nil, true
	}
	one, isRaw := nodes[0].(rawNode)
	return one, isRaw && len(nodes) == 1
}

func (c *sheetCompiler) markupOf(from, to int) (raw []byte) {
	for i := from; i < to; i++ {
		if c.pieces[i].kind == markupPiece {
			raw = append(raw, c.pieces[i].token.Raw...)
		}
	}
	return raw
}

// cellFormula is the formula of a cell.
type cellFormula struct {
	at      cells.Cell // of the template
	open    markup.Token
	formula *cells.Formula
	area    string // what an array formula or a table of data is for; empty for others
}

// sharedFormula is one that further cells have too, so many rows and columns further.
type sharedFormula struct {
	at      cells.Cell
	formula *cells.Formula
}

func (c *sheetCompiler) formula(start *markup.Token, text string, at cells.Cell) *cellFormula {
	f := &cellFormula{at: at, open: markup.Token{Kind: markup.Start, Name: "f"}}
	kind, _ := start.Attribute("t")
	but := []string{"t", "si", "ref"}
	switch kind {
	case "array", "dataTable":
		f.area, _ = start.Attribute("ref")
		but = nil
	}
	f.open.Raw = append(append([]byte("<f"), attributesOf(start, but...)...), '>')
	f.formula = cells.Parse(text)
	if kind == "shared" {
		id, _ := start.Attribute("si")
		if first, ok := c.shared[id]; ok && text == "" {
			f.formula = first.formula.Shift(at.Row-first.at.Row, at.Column-first.at.Column)
		} else {
			c.shared[id] = sharedFormula{at, f.formula}
		}
	}
	return f
}

// append appends the element of the formula, as it is to be in a copy of its cell.
func (f *cellFormula) append(to []byte, p *patch, c *sheetCopy) []byte {
	at := cells.At(&c.Sheet, f.at, p.row, p.column)
	open := f.open
	if f.area != "" {
		for _, name := range []string{"ref", "r1", "r2"} {
			if text, ok := open.Attribute(name); ok {
				if area, ok := cells.ParseRange(text); ok {
					area, _ = c.Area(area, at)
					open.Raw = open.With(name, area.String())
				}
			}
		}
	}
	text := f.formula.Append(nil, at, c.book)
	return append(markup.AppendEscaped(append(to, open.Raw...), string(text)), "</f>"...)
}

// patch is a formula that is to be written once it is known where all cells have come to.
type patch struct {
	at          int // in what is written
	formula     *cellFormula
	row, column *cells.Turn
}
