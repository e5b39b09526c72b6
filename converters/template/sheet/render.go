package sheet

import (
	"slices"
	"strconv"
	"strings"

	"lectern/converters/template/cells"
	"lectern/converters/template/core"
	"lectern/converters/template/expression"
	"lectern/converters/template/markup"
	"lectern/converters/wire"
)

// maxSheets is the maximal number of sheets of a rendered workbook.
const maxSheets = 2000

// Render implements [core.Node]. It writes the sheets and all other parts of the workbook. The output of the renderer
// is the markup of the workbook part.
func (b *workbookNode) Render(r *core.Renderer, s *core.Scope) {
	for _, sheet := range b.sheets {
		sheet.body.Render(r, s)
	}
	part := b.document.Main
	r.Out, r.Part, r.Current = nil, part, nil
	if len(r.Problems.List) > 0 || r.Stopped {
		return
	}
	if !slices.ContainsFunc(b.copies, func(c *renderedSheet) bool { return !c.hidden() }) {
		r.Problems.Add(wire.TemplateProblem{Code: "no-sheet", Part: part})
		return
	}
	if err := b.finish(); err != nil {
		r.Fail(err)
		return
	}
	r.Out = b.workbook()
}

func (c *renderedSheet) hidden() bool {
	state, ok := c.source.sheet.entry.Attribute("state")
	return ok && state != "visible"
}

// Render implements [core.Node].
func (n *sheetNode) Render(r *core.Renderer, s *core.Scope) {
	if r.Stopped || r.Ctx.Err() != nil {
		return
	}
	b := n.book
	if len(b.copies) >= maxSheets {
		reportTooMany(r, "too-many-sheets", maxSheets)
		return
	}
	c := &renderedSheet{book: b, source: n, scope: s, part: n.part, next: 1, columnNames: map[cells.Cell]string{}}
	c.Template = n.sheet.template
	for _, before := range b.copies {
		if before.source == n {
			c.number++
		}
	}
	r.Current, r.Part = c, b.document.Main
	c.Name = c.Template
	if n.sheet.name != nil || c.number > 0 {
		c.Name = b.freeName(validSheetName(markup.TextOf(markup.ScanOrNil(renderFragment(r, n.sheet.name, s, nil, c.Template)))), sheetNameSize)
	}
	r.Part = n.part
	c.rows(r, s)
	if n.header != nil {
		c.header = shortHeaders(renderFragment(r, n.header, s, escapeHeader, ""))
	}
	c.renderLinks(r, s)
	c.renderRelated(r, s)
	b.copies = append(b.copies, c)
	r.Written += len(c.data)
}

// rows renders the rows of the sheet and stores their markup.
func (c *renderedSheet) rows(r *core.Renderer, s *core.Scope) {
	n := c.source
	if n.source == nil {
		n.rowPlan, n.columnPlan = cells.PlanWithoutLoops(cells.Rows), cells.PlanWithoutLoops(cells.Columns)
	}
	c.Rows, c.Columns = cells.NewAxis(n.rowPlan, cells.Rows), cells.NewAxis(n.columnPlan, cells.Columns)
	if n.columns == nil {
		c.Columns.AddSegment(0, 1)
	} else {
		c.measuring = true
		r.RenderAll(n.body, s)
		c.measuring, c.column = false, 1
		c.placeColumns(n.columns, &c.items)
	}
	if n.source == nil {
		c.Rows.AddSegment(0, 1)
		return
	}
	r.Out = nil
	r.RenderAll(n.body, s)
	c.data, r.Out = r.Out, nil
}

// renderFragment returns the rendered markup of nodes. If nodes is nil, it instead returns the text in the parameter
// fallback, escaped for XML.
func renderFragment(r *core.Renderer, nodes []core.Node, s *core.Scope, escape func(string) string, fallback string) []byte {
	if nodes == nil {
		return []byte(markup.Escape(fallback))
	}
	out, before := r.Out, r.Escape
	r.Out, r.Escape = nil, escape
	r.RenderAll(nodes, s)
	made := r.Out
	r.Out, r.Escape = out, before
	return made
}

// extendUsed extends the used range of the sheet to the current cell.
func (c *renderedSheet) extendUsed() {
	u := &c.used
	if u.Rows.To == 0 {
		u.Rows.From, u.Columns.From = c.row, c.column
	}
	u.Rows.To = max(u.Rows.To, c.row)
	u.Columns.From, u.Columns.To = min(u.Columns.From, c.column), max(u.Columns.To, c.column)
}

// The maximal lengths of the names of sheets and tables, and of headers, in UTF-16 units.
const (
	sheetNameSize = 31
	tableNameSize = 255
	headerSize    = 255
)

// validSheetName turns a text into a valid name of a sheet.
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
	if strings.EqualFold(text, "History") { // Excel reserves this name
		return text + "_"
	}
	return text
}

// freeName returns a name that no sheet or table has yet, and reserves it. The maximum length of the name in UTF-16
// units is limit.
func (b *workbookNode) freeName(name string, limit int) string {
	made := trimName(shortText(name, limit))
	for number := 2; b.taken[strings.ToLower(made)]; number++ {
		end := " (" + strconv.Itoa(number) + ")"
		if limit == tableNameSize {
			end = "_" + strconv.Itoa(number)
		}
		made = trimName(shortText(name, limit-len(end))) + end
	}
	b.taken[strings.ToLower(made)] = true
	return made
}

func trimName(name string) string { return strings.TrimRight(name, " '") }

// escapeHeader escapes the character that starts a control code in headers and footers (ECMA-376, part 1, 18.3.1.46).
func escapeHeader(text string) string { return strings.ReplaceAll(text, "&", "&&") }

// shortHeaders returns headers and footers, each cut to the maximal length.
func shortHeaders(raw []byte) (short []byte) {
	for _, t := range markup.ScanOrNil(raw) {
		if t.Kind == markup.Text {
			if text := markup.Unescape(t.Raw); expression.UTF16Len(text) > headerSize {
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
