package slide

import (
	"fmt"

	"lectern/converters/template/core"
	"lectern/converters/template/markup"
	"lectern/converters/template/objects"
)

// tableShape replaces a shape with a table.
type tableShape struct {
	tag   *core.Tag
	frame *shape
}

// ShapeTable returns the node of a table that replaces a shape.
func ShapeTable(b *core.Builder, t *core.Tag, start int) core.Node {
	return &tableShape{t, readShape(b.Compiler, start)}
}

// Reads implements [core.OneTagNode].
func (n *tableShape) Reads() (*core.Tag, core.ParameterKind) { return n.tag, core.TableKind }

// Render implements [core.Node].
func (n *tableShape) Render(r *core.Renderer, s *core.Scope) {
	if g := objects.LoadTable(r, n.tag, s); g != nil {
		writeTable(g, r, inheritFrame(r, n.frame))
	}
}

// The namespace of tables (ECMA-376, part 1, 21.1.3), the built-in style for new tables, and the height of their rows
// in EMU.
const (
	tableNamespace    = "http://schemas.openxmlformats.org/drawingml/2006/table"
	defaultTableStyle = "{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}"
	tableRowHeight    = 370_840
)

// writeTable writes a table in the place of a shape.
func writeTable(g *objects.Table, r *core.Renderer, frame *shape) {
	columns := g.ColumnCount()
	rows := len(g.Rows)
	if g.Header != nil {
		rows++
	}
	var width int64
	for column := range columns {
		width += g.Width(column, columns, frame.width)
	}
	id := r.NewID()
	r.Out = fmt.Appendf(r.Out,
		`<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="%d" name="Table %d"/><p:cNvGraphicFramePr><a:graphicFrameLocks `+
			`noGrp="1"/></p:cNvGraphicFramePr><p:nvPr/></p:nvGraphicFramePr>`, id, id-core.FirstID)
	r.Out = fmt.Appendf(r.Out, `<p:xfrm><a:off x="%d" y="%d"/><a:ext cx="%d" cy="%d"/></p:xfrm><a:graphic><a:graphicData uri="%s"><a:tbl>`,
		frame.x, frame.y, width, rows*tableRowHeight, tableNamespace)
	r.Out = fmt.Appendf(r.Out, `<a:tblPr%s bandRow="1"><a:tableStyleId>%s</a:tableStyleId></a:tblPr><a:tblGrid>`,
		map[bool]string{true: ` firstRow="1"`}[g.Header != nil], defaultTableStyle)
	for column := range columns {
		r.Out = fmt.Appendf(r.Out, `<a:gridCol w="%d"/>`, g.Width(column, columns, frame.width))
	}
	r.Out = append(r.Out, "</a:tblGrid>"...)
	if g.Header != nil {
		writeTableRow(r, g.Header, columns)
	}
	for _, row := range g.Rows {
		writeTableRow(r, row, columns)
	}
	r.Out = append(r.Out, "</a:tbl></a:graphicData></a:graphic></p:graphicFrame>"...)
}

func writeTableRow(r *core.Renderer, texts []string, columns int) {
	r.Out = fmt.Appendf(r.Out, `<a:tr h="%d">`, tableRowHeight)
	for column := range columns {
		r.Out = append(r.Out, "<a:tc><a:txBody><a:bodyPr/><a:lstStyle/><a:p>"...)
		if column < len(texts) && texts[column] != "" {
			r.Out = append(markup.AppendEscaped(append(r.Out, "<a:r><a:t>"...), texts[column]), "</a:t></a:r>"...)
		}
		r.Out = append(r.Out, "</a:p></a:txBody><a:tcPr/></a:tc>"...)
	}
	r.Out = append(r.Out, "</a:tr>"...)
}
