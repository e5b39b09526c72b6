package sheet

import (
	"slices"
	"strconv"
	"strings"

	"lectern/converters/template/cells"
	"lectern/converters/template/core"
	"lectern/converters/template/markup"
)

// columnNameSize is the maximal length of the name of a table's column, in UTF-16 units.
const columnNameSize = 255

// tablesWithHeader returns the tables whose header is the given row of the template.
func (n *sheetNode) tablesWithHeader(row int) (all []*tablePart) {
	for _, t := range n.tables {
		if t.headerRows > 0 && t.area.Rows.From == row {
			all = append(all, t)
		}
	}
	return all
}

// isHeader reports whether a cell of the current row is the header cell of a table's column.
func (c *renderedSheet) isHeader(cell *sheetCell) bool {
	return slices.ContainsFunc(c.headerTables, func(t *tablePart) bool {
		return t.area.Columns.From <= cell.column && cell.column <= t.area.Columns.To
	})
}

// headerCell is a rendered cell of the header row of a table.
type headerCell struct {
	tag    markup.Token
	at     int // the offset in the rendered rows
	raw    []byte
	column int
	text   string // still with the escape sequences of workbooks
}

// nameColumns names the columns of all tables whose header is the current row. The names are the texts of the header
// cells, changed so that they are unique and not empty. Header cells without formulas are changed in the same way.
// begin is the offset of the row in the output, and firstPatch is the index of the row's first formula in c.patches.
func (c *renderedSheet) nameColumns(r *core.Renderer, begin, firstPatch int) {
	row := slices.Clone(r.Out[begin:])
	heads := c.headerCells(row, begin)
	texts := make(map[int]string) // texts of the header cells, by column
	for _, h := range heads {
		texts[h.column] = h.text
	}
	for _, t := range c.headerTables {
		names := newColumnNames()
		for _, one := range t.places(c) {
			if text, ok := texts[one.position]; ok {
				c.columnNames[cells.Cell{Row: c.row, Column: one.position}] = names.unique(text)
			}
		}
	}
	c.rewriteHeaders(r, heads, row, begin, firstPatch)
}

// rewriteHeaders writes the current row again with the names of the columns as texts of the header cells.
func (c *renderedSheet) rewriteHeaders(r *core.Renderer, heads []headerCell, row []byte, begin, firstPatch int) {
	r.Out = r.Out[:begin]
	from, moved, next := begin, 0, firstPatch
	for _, h := range heads {
		for ; next < len(c.patches) && c.patches[next].at < h.at; next++ {
			c.patches[next].at += moved
		}
		name, named := c.columnNames[cells.Cell{Row: c.row, Column: h.column}]
		end := h.at + len(h.raw)
		if !named || name == h.text || next < len(c.patches) && c.patches[next].at < end {
			continue
		}
		raw := h.withText(name)
		r.Out = append(append(r.Out, row[from-begin:h.at-begin]...), raw...)
		from, moved = end, moved+len(raw)-len(h.raw)
	}
	r.Out = append(r.Out, row[from-begin:]...)
	for i := next; i < len(c.patches); i++ {
		c.patches[i].at += moved
	}
}

// headerCells returns the cells of a rendered row. at is the offset of the row.
func (c *renderedSheet) headerCells(row []byte, at int) (all []headerCell) {
	tokens := markup.ScanOrNil(row)
	for i := 0; i < len(tokens); i++ {
		one := headerCell{tag: tokens[i], at: at, raw: tokens[i].Raw}
		if one.tag.Name == "c" {
			end := markup.EndOf(tokens, i)
			one.raw = markup.Raw(tokens[i : end+1])
			address, _ := one.tag.Attribute("r")
			if cell, ok := cells.ParseCell(address); ok {
				one.column, one.text = cell.Column, c.headerText(&one.tag, tokens[i:end+1])
				all = append(all, one)
			}
			i = end
		}
		at += len(one.raw)
	}
	return all
}

// headerText returns the text of a header cell.
func (c *renderedSheet) headerText(tag *markup.Token, cell []markup.Token) string {
	text := markup.TextOf(cell[1:max(1, len(cell)-1)])
	if kind, _ := tag.Attribute("t"); kind == "s" {
		if shared := c.book.strings.at(text); shared != nil {
			return markup.TextOf(shared.tokens)
		}
	}
	return text
}

// withText returns the markup of the cell with its text replaced by name.
func (h *headerCell) withText(name string) []byte {
	tag := markup.Token{Kind: markup.Start, Name: "c", Raw: append(append([]byte("<c"), attributesOf(&h.tag, "t")...), '>')}
	raw := append(tag.With("t", "inlineStr"), `<is><t xml:space="preserve">`...)
	return append(markup.AppendEscaped(raw, name), "</t></is></c>"...)
}

// columnNames makes the names of the columns of a table unique.
type columnNames struct {
	taken       map[string]bool // the used names in lower case
	lastNumbers map[string]int  // the last number appended to a name, by the name in lower case
}

func newColumnNames() *columnNames {
	return &columnNames{make(map[string]bool), make(map[string]int)}
}

// unique returns a name that no other column of the table has, and marks it as used. An empty name becomes Column1, as
// in Excel.
func (n *columnNames) unique(name string) string {
	const digits = 5 // maximal number of digits that are appended
	made := shortText(name, columnNameSize)
	if name == "" {
		name, made = "Column", "Column1"
	}
	before := strings.ToLower(shortText(name, columnNameSize-digits))
	for number := max(2, n.lastNumbers[before]+1); n.taken[strings.ToLower(made)]; number++ {
		end := strconv.Itoa(number)
		made = shortText(name, columnNameSize-len(end)) + end
		n.lastNumbers[before] = number
	}
	n.taken[strings.ToLower(made)] = true
	return made
}
