package word

import (
	"fmt"
	"unicode/utf8"

	"lectern/converters/template/core"
	"lectern/converters/template/richtext"
)

func (w *richTextWriter) table(t *richtext.Table) {
	indent := t.Indent/core.Twip + w.indent(&w.paragraph)
	if w.tables > 0 {
		indent = 0
	}
	widths := columnWidths(t, max(w.width/core.Twip-indent, 1))
	total := int64(0)
	for _, width := range widths {
		total += width
	}
	w.Out = fmt.Appendf(w.Out, `<w:tbl><w:tblPr><w:tblW w:w="%d" w:type="dxa"/>`, total)
	if t.Align == richtext.Center || t.Align == richtext.Right {
		w.Out = fmt.Appendf(w.Out, `<w:jc w:val="%s"/>`, t.Align)
	} else if indent > 0 {
		w.Out = fmt.Appendf(w.Out, `<w:tblInd w:w="%d" w:type="dxa"/>`, indent)
	}
	w.tableBorders(t)
	across, down := int64(core.CellMargin/2/core.Twip), int64(40)
	if t.Padding.EMU > 0 {
		across = t.Padding.EMU / core.Twip
		down = across
	}
	w.Out = fmt.Appendf(w.Out,
		`<w:tblCellMar><w:top w:w="%[2]d" w:type="dxa"/><w:left w:w="%[1]d" w:type="dxa"/><w:bottom w:w="%[2]d" w:type="dxa"/><w:right `+
			`w:w="%[1]d" w:type="dxa"/></w:tblCellMar></w:tblPr><w:tblGrid>`, across, down)
	for _, width := range widths {
		w.Out = fmt.Appendf(w.Out, `<w:gridCol w:w="%d"/>`, width)
	}
	w.Out = append(w.Out, "</w:tblGrid>"...)
	heads := true
	for i := range t.Rows {
		heads = heads && t.Rows[i].Header
		w.row(&t.Rows[i], widths, across, heads)
	}
	w.Out = append(w.Out, "</w:tbl>"...)
}

// tableBorders writes the borders of a table. If the table declares no borders, it gets thin borders.
func (w *richTextWriter) tableBorders(t *richtext.Table) {
	around, inner := t.Border, t.Border
	switch {
	case t.Border == nil && !hasBorders(t):
		around = &richtext.Border{Style: "single", Points: 0.5, Color: "A6A6A6"}
		inner = around
	case t.Border == nil || !t.InnerBorders:
		inner = nil
	}
	w.Out = append(w.Out, "<w:tblBorders>"...)
	for _, side := range []string{"top", "left", "bottom", "right"} {
		w.border(side, around)
	}
	for _, side := range []string{"insideH", "insideV"} {
		w.border(side, inner)
	}
	w.Out = append(w.Out, "</w:tblBorders>"...)
}

func hasBorders(t *richtext.Table) bool {
	for _, row := range t.Rows {
		for _, cell := range row.Cells {
			if cell.Borders != [4]*richtext.Border{} {
				return true
			}
		}
	}
	return false
}

// border writes the border of a side. If b is nil or its style is "none", border states explicitly that the side has no
// border.
func (w *richTextWriter) border(side string, b *richtext.Border) {
	if b == nil || b.Style == "none" {
		w.Out = fmt.Appendf(w.Out, `<w:%s w:val="nil"/>`, side)
		return
	}
	color := b.Color
	if color == "" {
		color = "auto"
	}
	const thinnest, thickest = 2, 96 // in eighths of a point
	w.Out = fmt.Appendf(w.Out, `<w:%s w:val="%s" w:sz="%d" w:space="0" w:color="%s"/>`, side, b.Style, min(max(int(b.Points*8), thinnest),
		thickest), color)
}

func (w *richTextWriter) row(row *richtext.Row, widths []int64, margin int64, header bool) {
	w.Out = append(w.Out, "<w:tr>"...)
	if header {
		w.Out = append(w.Out, `<w:trPr><w:tblHeader/></w:trPr>`...)
	}
	column := 0
	for i := range row.Cells {
		cell := &row.Cells[i]
		width := int64(0)
		for _, one := range widths[column : column+cell.Columns] {
			width += one
		}
		column += cell.Columns
		w.cell(cell, width, margin)
	}
	w.Out = append(w.Out, "</w:tr>"...)
}

// cell writes a cell. width and margin are in twips.
func (w *richTextWriter) cell(cell *richtext.Cell, width, margin int64) {
	w.Out = fmt.Appendf(w.Out, `<w:tc><w:tcPr><w:tcW w:w="%d" w:type="dxa"/>`, width)
	if cell.Columns > 1 {
		w.Out = fmt.Appendf(w.Out, `<w:gridSpan w:val="%d"/>`, cell.Columns)
	}
	switch {
	case cell.Continued:
		w.Out = append(w.Out, "<w:vMerge/>"...)
	case cell.ContinuesBelow:
		w.Out = append(w.Out, `<w:vMerge w:val="restart"/>`...)
	}
	if cell.Borders != [4]*richtext.Border{} {
		w.Out = append(w.Out, "<w:tcBorders>"...)
		for i, side := range []string{"top", "left", "bottom", "right"} {
			if cell.Borders[i] != nil {
				w.border(side, cell.Borders[i])
			}
		}
		w.Out = append(w.Out, "</w:tcBorders>"...)
	}
	if cell.Background != "" {
		w.Out = append(w.Out, shading(cell.Background)...)
	}
	if cell.Vertical != "" {
		w.Out = fmt.Appendf(w.Out, `<w:vAlign w:val="%s"/>`, cell.Vertical)
	}
	w.Out = append(w.Out, "</w:tcPr>"...)
	available := w.width
	w.width, w.tables = max((width-2*margin)*core.Twip, core.Twip), w.tables+1
	w.cellBlocks(cell.Blocks)
	w.width, w.tables = available, w.tables-1
	w.Out = append(w.Out, "</w:tc>"...)
}

// cellBlocks writes the content of a cell. The content must end with a paragraph.
func (w *richTextWriter) cellBlocks(all []richtext.Block) {
	w.blocks(all)
	if len(all) == 0 {
		w.writeParagraph(&richtext.Paragraph{}, paragraphPosition{first: true, last: true})
		return
	}
	if _, isTable := all[len(all)-1].(*richtext.Table); isTable {
		w.Out = append(w.Out, `<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="20" w:lineRule="exact"/></w:pPr></w:p>`...)
	}
}

// columnWidths returns the widths of the columns, in twips. The columns whose width is not set share the remaining
// width in proportion to the lengths of their texts.
func columnWidths(t *richtext.Table, available int64) []int64 {
	widths := make([]int64, len(t.Columns))
	total := available
	if t.Width != (richtext.Length{}) {
		total = min(t.Width.Resolve(available*core.Twip)/core.Twip, available)
	}
	given, open := int64(0), int64(0)
	weights := contentWeights(t)
	for i, column := range t.Columns {
		widths[i] = column.Resolve(total*core.Twip) / core.Twip
		given += widths[i]
		if widths[i] == 0 {
			open += weights[i]
		}
	}
	switch {
	case open > 0:
		left := max(total-given, total/4)
		for i := range widths {
			if widths[i] == 0 {
				widths[i] = max(left*weights[i]/open, 1)
			}
		}
	case t.Width == (richtext.Length{}):
		total = min(total, given)
	}
	return scaleTo(widths, total)
}

// scaleTo scales widths proportionally to the given sum.
func scaleTo(widths []int64, total int64) []int64 {
	sum := int64(0)
	for _, width := range widths {
		sum += width
	}
	for i := range widths {
		widths[i] = max(widths[i]*total/max(sum, 1), 1)
	}
	return widths
}

// contentWeights returns a weight for each column, which depends on the longest text in its cells.
func contentWeights(t *richtext.Table) []int64 {
	const least, most = 6, 40 // minimal and maximal weight, in characters
	weights := make([]int64, len(t.Columns))
	for _, row := range t.Rows {
		column := 0
		for _, cell := range row.Cells {
			if cell.Columns == 1 && !cell.Continued {
				weights[column] = max(weights[column], lengthOf(cell.Blocks))
			}
			column += cell.Columns
		}
	}
	for i := range weights {
		weights[i] = min(max(weights[i], least), most)
	}
	return weights
}

// lengthOf returns the length of the longest paragraph, in characters.
func lengthOf(blocks []richtext.Block) (longest int64) {
	const ofTable = 40
	for _, block := range blocks {
		length := int64(ofTable)
		if p, isParagraph := block.(*richtext.Paragraph); isParagraph {
			length = 0
			for _, one := range p.Spans {
				length += int64(utf8.RuneCountInString(one.Text))
			}
		}
		longest = max(longest, length)
	}
	return longest
}
