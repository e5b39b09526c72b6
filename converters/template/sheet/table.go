package sheet

import (
	"slices"
	"strconv"
	"strings"

	"lectern/converters/template/cells"
	"lectern/converters/template/core"
	"lectern/converters/template/markup"
)

// tablePart is a table of a sheet: a range with a header row (ECMA-376, part 1, 18.5).
type tablePart struct {
	part       string
	name       string // the name used in formulas
	tokens     []markup.Token
	area       cells.Range
	headerRows int // number of header rows
	totalRows  int // number of total rows
	columns    [][]markup.Token
}

func (c *workbookCompiler) table(n *sheetNode, part string) error {
	source, err := c.document.Read(part)
	if err != nil {
		return err
	}
	t := &tablePart{part: part, headerRows: 1}
	if t.tokens, err = markup.Scan(unprefixed(source)); err != nil {
		return err
	}
	at := slices.IndexFunc(t.tokens, func(one markup.Token) bool { return one.Name == "table" })
	if at < 0 {
		return nil
	}
	root := &t.tokens[at]
	ref, _ := root.Attribute("ref")
	area, ok := cells.ParseRange(ref)
	if !ok {
		return nil
	}
	t.area, t.totalRows = area, intOf(root, "totalsRowCount")
	if _, ok := root.Attribute("headerRowCount"); ok {
		t.headerRows = intOf(root, "headerRowCount")
	}
	t.name, _ = root.Attribute("displayName")
	c.taken[strings.ToLower(t.name)] = true
	c.lastTableID = max(c.lastTableID, intOf(root, "id"))
	for i := range t.tokens {
		if t.tokens[i].Name == "tableColumn" && t.tokens[i].Kind != markup.End {
			t.columns = append(t.columns, t.tokens[i:markup.EndOf(t.tokens, i)+1])
		}
	}
	n.tables = append(n.tables, t)
	keepRows(n.body, area.Rows.From+t.headerRows, area.Rows.To-t.totalRows)
	return nil
}

// keepRows changes the loop over the rows of a table so that, if it has no items, the first repeated rows stay as empty
// rows. A table must have at least one row.
func keepRows(nodes []core.Node, from, to int) {
	for _, n := range nodes {
		loop, ok := n.(*rowLoopNode)
		if !ok || loop.from > from || loop.to < to {
			continue
		}
		iteration, ok := loop.loop.Body[0].(*iterationNode)
		if !ok {
			continue
		}
		for _, inner := range iteration.body {
			if band, isBand := inner.(*rowRangeNode); isBand {
				loop.keptRows = band
				return
			}
		}
	}
}

// tableCopy is a copy of a table in the rendered workbook.
type tableCopy struct {
	table *tablePart
	name  string
	id    int
}

func (b *workbookNode) copyTable(t *tablePart, c *renderedSheet) relatedContent {
	if c.number == 0 {
		return &tableCopy{table: t, name: t.name}
	}
	b.lastTableID++
	return &tableCopy{t, b.freeName(t.name, tableNameSize), b.lastTableID}
}

func (t *tableCopy) finish(c *renderedSheet, part string) error {
	var raw []byte
	tokens := t.table.tokens
	for i := 0; i < len(tokens); i++ {
		one := tokens[i]
		end := markup.EndOf(tokens, i)
		switch {
		case one.Name == "table" && one.Kind == markup.Start:
			one.Raw = t.root(c, one)
		case one.Name == "autoFilter" || one.Name == "sortState":
			raw = append(raw, c.moveArea(tokens[i:end+1])...)
			i = end
			continue
		case one.Name == "tableColumns" && one.Kind == markup.Start:
			raw = append(raw, t.columns(c, one)...)
			i = end
			continue
		}
		raw = append(raw, one.Raw...)
	}
	c.book.document.Write(part, raw)
	return nil
}

// root returns the start tag of the table's root element with its new range and name.
func (t *tableCopy) root(c *renderedSheet, one markup.Token) []byte {
	if moved, ok := c.Area(t.table.area, cells.Position{}); ok {
		one.Raw = one.With("ref", moved.String())
	}
	if t.id > 0 {
		one.Raw = one.With("id", strconv.Itoa(t.id))
		one.Raw = one.With("name", t.name)
		one.Raw = one.With("displayName", t.name)
		one.Raw = one.Without("xr:uid")
	}
	return one.Raw
}

// tableColumn is a column of a table at its new position.
type tableColumn struct {
	position int
	template []markup.Token
}

// places returns the columns that the table has in a rendered sheet, in the order of their new positions.
func (t *tablePart) places(c *renderedSheet) (all []tableColumn) {
	for i, template := range t.columns {
		number := t.area.Columns.From + i
		for _, moved := range c.Columns.Copies(number, number) {
			all = append(all, tableColumn{moved.From, template})
		}
	}
	slices.SortFunc(all, func(a, b tableColumn) int { return a.position - b.position })
	return all
}

// columns returns the markup of the list of the table's columns. The names of the columns are the texts that their
// header cells show.
func (t *tableCopy) columns(c *renderedSheet, start markup.Token) []byte {
	all := t.table.places(c)
	head, _, _ := c.Rows.Span(t.table.area.Rows.From, t.table.area.Rows.From, nil)
	names := newColumnNames()
	raw := start.With("count", strconv.Itoa(len(all)))
	for i, one := range all {
		tag := one.template[0]
		tag.Raw = tag.With("id", strconv.Itoa(i+1))
		name, named := c.columnNames[cells.Cell{Row: head, Column: one.position}]
		if !named || t.table.headerRows == 0 {
			name, _ = tag.Attribute("name")
		}
		tag.Raw = tag.With("name", strings.ReplaceAll(names.unique(name), "\n", "_x000a_"))
		raw = append(append(raw, tag.Raw...), c.formulas(one.template[1:], cells.Position{Sheet: &c.Sheet})...)
	}
	return append(raw, "</tableColumns>"...)
}
