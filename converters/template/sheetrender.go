package template

import (
	"slices"
	"strconv"
	"strings"

	"lectern/converters/template/cells"
	"lectern/converters/template/expression"
	"lectern/converters/template/markup"
	"lectern/converters/wire"
)

// mostSheets bounds the sheets of a workbook.
const mostSheets = 2000

// render writes all parts of the workbook but the workbook itself, which it gives.
func (b *bookNode) render(r *renderer, s *scope) {
	for _, sheet := range b.sheets {
		sheet.body.render(r, s)
	}
	part := b.document.main
	r.out, r.part, r.current = nil, part, nil
	if len(r.found.list) > 0 || r.stopped {
		return
	}
	if !slices.ContainsFunc(b.copies, func(c *sheetCopy) bool { return !c.hidden() }) {
		r.found.add(wire.TemplateProblem{Code: "no-sheet", Part: part})
		return
	}
	if err := b.finish(); err != nil {
		r.fail(err)
		return
	}
	r.out = b.workbook()
}

func (c *sheetCopy) hidden() bool {
	state, ok := c.source.sheet.entry.Attribute("state")
	return ok && state != "visible"
}

func (n *sheetNode) render(r *renderer, s *scope) {
	if r.stopped || r.ctx.Err() != nil {
		return
	}
	b := n.book
	if len(b.copies) >= mostSheets {
		r.tooMany("too-many-sheets", mostSheets)
		return
	}
	c := &sheetCopy{book: b, source: n, scope: s, part: n.part, next: 1, headings: map[cells.Cell]string{}}
	c.Template = n.sheet.template
	for _, before := range b.copies {
		if before.source == n {
			c.number++
		}
	}
	r.current, r.part = c, b.document.main
	c.Name = c.Template
	if n.sheet.name != nil || c.number > 0 {
		c.Name = b.free(validSheetName(textOf(mustScan(r.fragment(n.sheet.name, s, nil, c.Template)))), sheetNameSize)
	}
	r.part = n.part
	c.rows(r, s)
	if n.header != nil {
		c.header = shortHeaders(r.fragment(n.header, s, escapeHeader, ""))
	}
	c.renderLinks(r, s)
	c.renderRelated(r, s)
	b.copies = append(b.copies, c)
	r.written += len(c.data)
}

// rows writes the rows of the sheet.
func (c *sheetCopy) rows(r *renderer, s *scope) {
	n := c.source
	if n.source == nil {
		n.rowPlan, n.columnPlan = cells.Still(cells.Rows), cells.Still(cells.Columns)
	}
	c.Rows, c.Columns = cells.NewAxis(n.rowPlan, cells.Rows), cells.NewAxis(n.columnPlan, cells.Columns)
	if n.columns == nil {
		c.Columns.Put(0, 1)
	} else {
		c.measuring = true
		r.renderAll(n.body, s)
		c.measuring, c.column = false, 1
		c.placeColumns(n.columns, &c.items)
	}
	if n.source == nil {
		c.Rows.Put(0, 1)
		return
	}
	r.out = nil
	r.renderAll(n.body, s)
	c.data, r.out = r.out, nil
}

// fragment renders nodes by themselves; where there are none, it gives a text.
func (r *renderer) fragment(nodes []node, s *scope, escape func(string) string, otherwise string) []byte {
	if nodes == nil {
		return []byte(markup.Escape(otherwise))
	}
	out, before := r.out, r.escape
	r.out, r.escape = nil, escape
	r.renderAll(nodes, s)
	made := r.out
	r.out, r.escape = out, before
	return made
}

func mustScan(raw []byte) []markup.Token {
	tokens, err := markup.Scan(raw)
	if err != nil {
		return nil
	}
	return tokens
}

// use notes that there is a cell.
func (c *sheetCopy) use() {
	u := &c.used
	if u.Rows.To == 0 {
		u.Rows.From, u.Columns.From = c.row, c.column
	}
	u.Rows.To = max(u.Rows.To, c.row)
	u.Columns.From, u.Columns.To = min(u.Columns.From, c.column), max(u.Columns.To, c.column)
}

// How many units of UTF-16 the names of sheets and of tables, and a header, may have.
const (
	sheetNameSize = 31
	tableNameSize = 255
	headerSize    = 255
)

// validSheetName gives a text as the name of a sheet, which must not have some signs.
func validSheetName(text string) string {
	text = strings.Map(func(c rune) rune {
		switch {
		case c < ' ':
			return ' '
		case strings.ContainsRune(`[]:*?/\`, c):
			return '-'
		}
		return c
	}, text)
	text = strings.Trim(strings.TrimSpace(text), "'")
	if text == "" {
		return "Sheet"
	}
	if strings.EqualFold(text, "History") { // which Excel keeps for itself
		return text + "_"
	}
	return text
}

// free gives a name that no sheet or table has, of no more than so many units of UTF-16.
func (b *bookNode) free(name string, most int) string {
	made := trimName(shortText(name, most))
	for number := 2; b.taken[strings.ToLower(made)]; number++ {
		end := " (" + strconv.Itoa(number) + ")"
		if most == tableNameSize {
			end = "_" + strconv.Itoa(number)
		}
		made = trimName(shortText(name, most-len(end))) + end
	}
	b.taken[strings.ToLower(made)] = true
	return made
}

func trimName(name string) string { return strings.TrimRight(name, " '") }

// escapeHeader escapes what a header would take for a code (ECMA-376, part 1, 18.3.1.46).
func escapeHeader(text string) string { return strings.ReplaceAll(text, "&", "&&") }

// shortHeaders gives headers and footers, none longer than may be.
func shortHeaders(raw []byte) (short []byte) {
	for _, t := range mustScan(raw) {
		if t.Kind == markup.Text {
			if text := markup.Unescape(t.Raw); expression.Units(text) > headerSize {
				text = shortText(text, headerSize)
				if ends := len(text) - len(strings.TrimRight(text, "&")); ends%2 == 1 {
					text = text[:len(text)-1]
				}
				t.Raw = markup.AppendEscaped(nil, text)
			}
		}
		short = append(short, t.Raw...)
	}
	return short
}
