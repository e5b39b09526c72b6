package word

import (
	"fmt"

	"lectern/converters/template/core"
	"lectern/converters/template/markup"
	"lectern/converters/template/objects"
)

// tableNode is the tag {:table t}, which inserts a table. The value is a list of lists, a list of objects, or an object
// {header, rows, widths}.
type tableNode struct {
	tag       *core.Tag
	paragraph *core.Paragraph
}

// BlockTable returns the node of a table in a text document. It returns nil on a slide, where a table replaces a shape
// instead of a paragraph.
func BlockTable(t *core.Tag, paragraph *core.Paragraph) core.Node {
	if paragraph.Format.Text != "w:t" {
		return nil
	}
	return &tableNode{t, paragraph}
}

// Reads implements [core.OneTagNode].
func (n *tableNode) Reads() (*core.Tag, core.ParameterKind) { return n.tag, core.TableKind }

// Render implements [core.Node].
func (n *tableNode) Render(r *core.Renderer, s *core.Scope) {
	if g := objects.LoadTable(r, n.tag, s); g != nil {
		writeTable(g, r, n.paragraph)
	} else {
		r.Out = fmt.Appendf(r.Out, "<w:p>%s</w:p>", n.paragraph.Properties)
	}
}

// writeTable writes a table with thin borders. Its header is repeated on each page.
func writeTable(g *objects.Table, r *core.Renderer, paragraph *core.Paragraph) {
	r.Out = append(r.Out, `<w:tbl><w:tblPr><w:tblW w:w="5000" w:type="pct"/><w:tblBorders>`...)
	for _, side := range []string{"top", "left", "bottom", "right", "insideH", "insideV"} {
		r.Out = fmt.Appendf(r.Out, `<w:%s w:val="single" w:sz="4" w:space="0" w:color="A6A6A6"/>`, side)
	}
	r.Out = append(r.Out,
		`</w:tblBorders><w:tblCellMar><w:left w:w="108" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr><w:tblGrid>`...)
	columns := g.ColumnCount()
	for column := range columns {
		r.Out = fmt.Appendf(r.Out, `<w:gridCol w:w="%d"/>`, g.Width(column, columns, paragraph.Width)/core.Twip)
	}
	r.Out = append(r.Out, "</w:tblGrid>"...)
	if g.Header != nil {
		writeTableRow(g, r, paragraph, g.Header, columns, true)
	}
	for _, row := range g.Rows {
		writeTableRow(g, r, paragraph, row, columns, false)
	}
	r.Out = append(r.Out, "</w:tbl>"...)
	// This paragraph is necessary because Word joins two adjacent tables, and because a cell must end with a paragraph.
	// If the paragraph of the tag ended a section, this paragraph ends it.
	r.Out = fmt.Appendf(r.Out, "<w:p>%s</w:p>", paragraph.Properties)
}

func writeTableRow(g *objects.Table, r *core.Renderer, paragraph *core.Paragraph, cells []string, columns int, header bool) {
	r.Out = append(r.Out, "<w:tr>"...)
	properties := markup.WithoutSection("w:pPr", paragraph.Properties)
	var runProperties []byte
	if header {
		r.Out = append(r.Out, `<w:trPr><w:tblHeader/></w:trPr>`...)
		runProperties = []byte("<w:rPr><w:b/></w:rPr>")
	}
	for column := range columns {
		text := ""
		if column < len(cells) {
			text = cells[column]
		}
		width := g.Width(column, columns, paragraph.Width) / core.Twip
		r.Out = fmt.Appendf(r.Out, `<w:tc><w:tcPr><w:tcW w:w="%d" w:type="dxa"/></w:tcPr><w:p>%s`, width, properties)
		r.Out = append(plainRun(runProperties).Append(r.Out, text), "</w:p></w:tc>"...)
	}
	r.Out = append(r.Out, "</w:tr>"...)
}
