package template

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"lectern/converters/template/expression"
	"lectern/converters/template/picture"
)

// The bounds of a table that a tag makes.
const (
	mostColumns = 63 // as Word has it
	mostRows    = 100_000
)

// tableNode is a table of a value: {:table t}, of a list of lists, of a list of objects, or of
// {header, rows, widths}.
type tableNode struct {
	tag    *tag
	around *element
}

// blockTable is of text documents: in a slide a table takes the place of a whole shape.
func blockTable(t *tag, around *element) node {
	if around.format.text != "w:t" {
		return nil
	}
	return &tableNode{t, around}
}

// grid is what a table has.
type grid struct {
	header []string
	rows   [][]string
	widths []int64 // in EMU
}

// reads implements [tagged].
func (n *tableNode) reads() (*tag, kind) { return n.tag, tableKind }

func (n *tableNode) render(r *renderer, s *scope) {
	if g := r.grid(n.tag, s); g != nil {
		g.write(r, n.around)
	} else {
		r.out = fmt.Appendf(r.out, "<w:p>%s</w:p>", n.around.properties)
	}
}

// grid gives the table of a tag's value; nil where there is none.
func (r *renderer) grid(t *tag, s *scope) *grid {
	value, ok := r.value(t, s)
	if !ok || !expression.Truthy(value) {
		return nil
	}
	g, wrong := readGrid(value)
	if wrong != "" {
		r.found.add(t.problem(wrong, "columns", strconv.Itoa(mostColumns), "rows", strconv.Itoa(mostRows)))
		return nil
	}
	if g.columns() == 0 {
		return nil
	}
	return &g
}

// readGrid reads a table from a value; wrong is the code of why it is none.
func readGrid(value any) (g grid, wrong string) {
	rows := value
	if object, isObject := value.(map[string]any); isObject {
		header, _ := object["header"].([]any)
		g.header = texts(header)
		widths, _ := object["widths"].([]any)
		for _, width := range widths {
			length, valid := picture.Length(width)
			if !valid {
				return g, "table-width"
			}
			g.widths = append(g.widths, length)
		}
		rows = object["rows"]
	}
	list, isList := rows.([]any)
	if !isList {
		return g, "not-a-table"
	}
	for _, row := range list {
		switch row := row.(type) {
		case []any:
			g.rows = append(g.rows, texts(row))
		case map[string]any:
			if g.header == nil {
				g.header = slices.Sorted(maps.Keys(row))
			}
			cells := make([]string, len(g.header))
			for i, name := range g.header {
				cells[i] = memberText(row, name)
			}
			g.rows = append(g.rows, cells)
		default:
			return g, "not-a-table"
		}
	}
	if len(g.rows) > mostRows || g.columns() > mostColumns {
		return g, "table-too-large"
	}
	return g, ""
}

func (g *grid) columns() int {
	columns := len(g.header)
	for _, row := range g.rows {
		columns = max(columns, len(row))
	}
	return columns
}

func texts(values []any) []string {
	all := make([]string, len(values))
	for i, value := range values {
		if value != nil {
			all[i] = expression.Text(value)
		}
	}
	return all
}

// write writes the table with thin lines, and its header on each page.
func (g *grid) write(r *renderer, around *element) {
	r.out = append(r.out, `<w:tbl><w:tblPr><w:tblW w:w="5000" w:type="pct"/><w:tblBorders>`...)
	for _, side := range []string{"top", "left", "bottom", "right", "insideH", "insideV"} {
		r.out = fmt.Appendf(r.out, `<w:%s w:val="single" w:sz="4" w:space="0" w:color="A6A6A6"/>`, side)
	}
	r.out = append(r.out,
		`</w:tblBorders><w:tblCellMar><w:left w:w="108" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr><w:tblGrid>`...)
	columns := g.columns()
	for column := range columns {
		r.out = fmt.Appendf(r.out, `<w:gridCol w:w="%d"/>`, g.width(column, columns, around.room)/twip)
	}
	r.out = append(r.out, "</w:tblGrid>"...)
	if g.header != nil {
		g.row(r, around, g.header, columns, true)
	}
	for _, row := range g.rows {
		g.row(r, around, row, columns, false)
	}
	r.out = append(r.out, "</w:tbl>"...)
	// Two tables without a paragraph between them would become one, and a cell ends with one. A section
	// that ends with the tag's paragraph ends with it.
	r.out = fmt.Appendf(r.out, "<w:p>%s</w:p>", around.properties)
}

// width gives that of a column; those of which none is said share the room.
func (g *grid) width(column, columns int, room int64) int64 {
	if column < len(g.widths) {
		return g.widths[column]
	}
	const usualRoom = 9000 * twip
	if room == 0 {
		room = usualRoom
	}
	return room / int64(columns)
}

func (g *grid) row(r *renderer, around *element, cells []string, columns int, header bool) {
	r.out = append(r.out, "<w:tr>"...)
	properties := withoutOnce("w:pPr", around.properties)
	var look []byte
	if header {
		r.out = append(r.out, `<w:trPr><w:tblHeader/></w:trPr>`...)
		look = []byte("<w:rPr><w:b/></w:rPr>")
	}
	for column := range columns {
		text := ""
		if column < len(cells) {
			text = cells[column]
		}
		width := g.width(column, columns, around.room) / twip
		r.out = fmt.Appendf(r.out, `<w:tc><w:tcPr><w:tcW w:w="%d" w:type="dxa"/></w:tcPr><w:p>%s`, width, properties)
		r.out = append(plainRun(look).append(r.out, text), "</w:p></w:tc>"...)
	}
	r.out = append(r.out, "</w:tr>"...)
}
