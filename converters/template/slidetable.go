package template

import (
	"fmt"

	"lectern/converters/template/markup"
)

// tableShape is a table in the place of a shape of a slide.
type tableShape struct {
	tag    *tag
	around *shape
}

func shapeTable(b *builder, t *tag, start int) node { return &tableShape{t, b.shape(start)} }

// reads implements [tagged].
func (n *tableShape) reads() (*tag, kind) { return n.tag, tableKind }

func (n *tableShape) render(r *renderer, s *scope) {
	if g := r.grid(n.tag, s); g != nil {
		g.draw(r, r.placed(n.around))
	}
}

// What a table of a slide is made with: its namespace (ECMA-376, part 1, 21.1.3), the style that programs
// give to new tables, which they know by its name alone, and the height of a row, in EMU.
const (
	slideTableSpace = "http://schemas.openxmlformats.org/drawingml/2006/table"
	usualTableStyle = "{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}"
	slideRowHeight  = 370_840
)

// draw writes the table as wide as the shape whose place it takes.
func (g *grid) draw(r *renderer, around *shape) {
	columns := g.columns()
	rows := len(g.rows)
	if g.header != nil {
		rows++
	}
	var width int64
	for column := range columns {
		width += g.width(column, columns, around.width)
	}
	id := r.newID()
	r.out = fmt.Appendf(r.out,
		`<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="%d" name="Table %d"/><p:cNvGraphicFramePr><a:graphicFrameLocks `+
			`noGrp="1"/></p:cNvGraphicFramePr><p:nvPr/></p:nvGraphicFramePr>`, id, id-firstID)
	r.out = fmt.Appendf(r.out, `<p:xfrm><a:off x="%d" y="%d"/><a:ext cx="%d" cy="%d"/></p:xfrm><a:graphic><a:graphicData uri="%s"><a:tbl>`,
		around.x, around.y, width, rows*slideRowHeight, slideTableSpace)
	r.out = fmt.Appendf(r.out, `<a:tblPr%s bandRow="1"><a:tableStyleId>%s</a:tableStyleId></a:tblPr><a:tblGrid>`,
		map[bool]string{true: ` firstRow="1"`}[g.header != nil], usualTableStyle)
	for column := range columns {
		r.out = fmt.Appendf(r.out, `<a:gridCol w="%d"/>`, g.width(column, columns, around.width))
	}
	r.out = append(r.out, "</a:tblGrid>"...)
	if g.header != nil {
		r.slideRow(g.header, columns)
	}
	for _, row := range g.rows {
		r.slideRow(row, columns)
	}
	r.out = append(r.out, "</a:tbl></a:graphicData></a:graphic></p:graphicFrame>"...)
}

func (r *renderer) slideRow(texts []string, columns int) {
	r.out = fmt.Appendf(r.out, `<a:tr h="%d">`, slideRowHeight)
	for column := range columns {
		r.out = append(r.out, "<a:tc><a:txBody><a:bodyPr/><a:lstStyle/><a:p>"...)
		if column < len(texts) && texts[column] != "" {
			r.out = append(markup.AppendEscaped(append(r.out, "<a:r><a:t>"...), texts[column]), "</a:t></a:r>"...)
		}
		r.out = append(r.out, "</a:p></a:txBody><a:tcPr/></a:tc>"...)
	}
	r.out = append(r.out, "</a:tr>"...)
}
