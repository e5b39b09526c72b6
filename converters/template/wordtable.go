package template

import (
	"fmt"
	"unicode/utf8"

	"lectern/converters/template/richtext"
)

// table writes a table.
func (w *wordWriter) table(t *richtext.Table) {
	indent := t.Indent/twip + w.indent(&w.paragraph)
	if w.tables > 0 {
		indent = 0
	}
	widths := columnWidths(t, max(w.room/twip-indent, 1))
	total := int64(0)
	for _, width := range widths {
		total += width
	}
	w.out = fmt.Appendf(w.out, `<w:tbl><w:tblPr><w:tblW w:w="%d" w:type="dxa"/>`, total)
	if t.Align == richtext.Center || t.Align == richtext.Right {
		w.out = fmt.Appendf(w.out, `<w:jc w:val="%s"/>`, t.Align)
	} else if indent > 0 {
		w.out = fmt.Appendf(w.out, `<w:tblInd w:w="%d" w:type="dxa"/>`, indent)
	}
	w.tableBorders(t)
	across, down := int64(cellMargin/2/twip), int64(40)
	if t.Padding.EMU > 0 {
		across = t.Padding.EMU / twip
		down = across
	}
	w.out = fmt.Appendf(w.out,
		`<w:tblCellMar><w:top w:w="%[2]d" w:type="dxa"/><w:left w:w="%[1]d" w:type="dxa"/><w:bottom w:w="%[2]d" w:type="dxa"/><w:right `+
			`w:w="%[1]d" w:type="dxa"/></w:tblCellMar></w:tblPr><w:tblGrid>`, across, down)
	for _, width := range widths {
		w.out = fmt.Appendf(w.out, `<w:gridCol w:w="%d"/>`, width)
	}
	w.out = append(w.out, "</w:tblGrid>"...)
	heads := true
	for i := range t.Rows {
		heads = heads && t.Rows[i].Header
		w.row(&t.Rows[i], widths, across, heads)
	}
	w.out = append(w.out, "</w:tbl>"...)
}

// tableBorders writes the lines of a table. Where nothing is said of any, it has thin ones.
func (w *wordWriter) tableBorders(t *richtext.Table) {
	around, inner := t.Border, t.Border
	switch {
	case t.Border == nil && !hasBorders(t):
		around = &richtext.Border{Style: "single", Points: 0.5, Color: "A6A6A6"}
		inner = around
	case t.Border == nil || !t.Inner:
		inner = nil
	}
	w.out = append(w.out, "<w:tblBorders>"...)
	for _, side := range []string{"top", "left", "bottom", "right"} {
		w.border(side, around)
	}
	for _, side := range []string{"insideH", "insideV"} {
		w.border(side, inner)
	}
	w.out = append(w.out, "</w:tblBorders>"...)
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

// border writes one line; none where it is nil.
func (w *wordWriter) border(side string, b *richtext.Border) {
	if b == nil || b.Style == "none" {
		w.out = fmt.Appendf(w.out, `<w:%s w:val="nil"/>`, side)
		return
	}
	color := b.Color
	if color == "" {
		color = "auto"
	}
	const thinnest, thickest = 2, 96 // in eighths of a point
	w.out = fmt.Appendf(w.out, `<w:%s w:val="%s" w:sz="%d" w:space="0" w:color="%s"/>`, side, b.Style, min(max(int(b.Points*8), thinnest),
		thickest), color)
}

func (w *wordWriter) row(row *richtext.Row, widths []int64, margin int64, header bool) {
	w.out = append(w.out, "<w:tr>"...)
	if header {
		w.out = append(w.out, `<w:trPr><w:tblHeader/></w:trPr>`...)
	}
	column := 0
	for i := range row.Cells {
		cell := &row.Cells[i]
		width := int64(0)
		for _, one := range widths[column : column+cell.Across] {
			width += one
		}
		column += cell.Across
		w.cell(cell, width, margin)
	}
	w.out = append(w.out, "</w:tr>"...)
}

// cell writes a cell. Its width, and what it keeps free at its sides, are in twips.
func (w *wordWriter) cell(cell *richtext.Cell, width, margin int64) {
	w.out = fmt.Appendf(w.out, `<w:tc><w:tcPr><w:tcW w:w="%d" w:type="dxa"/>`, width)
	if cell.Across > 1 {
		w.out = fmt.Appendf(w.out, `<w:gridSpan w:val="%d"/>`, cell.Across)
	}
	switch {
	case cell.Goes:
		w.out = append(w.out, "<w:vMerge/>"...)
	case cell.Down:
		w.out = append(w.out, `<w:vMerge w:val="restart"/>`...)
	}
	if cell.Borders != [4]*richtext.Border{} {
		w.out = append(w.out, "<w:tcBorders>"...)
		for i, side := range []string{"top", "left", "bottom", "right"} {
			if cell.Borders[i] != nil {
				w.border(side, cell.Borders[i])
			}
		}
		w.out = append(w.out, "</w:tcBorders>"...)
	}
	if cell.Background != "" {
		w.out = append(w.out, shading(cell.Background)...)
	}
	if cell.Vertical != "" {
		w.out = fmt.Appendf(w.out, `<w:vAlign w:val="%s"/>`, cell.Vertical)
	}
	w.out = append(w.out, "</w:tcPr>"...)
	room := w.room
	w.room, w.tables = max((width-2*margin)*twip, twip), w.tables+1
	w.cellBlocks(cell.Blocks)
	w.room, w.tables = room, w.tables-1
	w.out = append(w.out, "</w:tc>"...)
}

// cellBlocks writes what is in a cell, which ends with a paragraph.
func (w *wordWriter) cellBlocks(all []richtext.Block) {
	w.blocks(all)
	if len(all) == 0 {
		w.text(&richtext.Paragraph{}, place{first: true, last: true})
		return
	}
	if _, isTable := all[len(all)-1].(*richtext.Table); isTable {
		w.out = append(w.out, `<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="20" w:lineRule="exact"/></w:pPr></w:p>`...)
	}
}

// columnWidths gives the widths of columns where there is so much room, all in twips. Those of which
// nothing is said share what is left by what is in them.
func columnWidths(t *richtext.Table, room int64) []int64 {
	widths := make([]int64, len(t.Columns))
	total := room
	if t.Width != (richtext.Length{}) {
		total = min(t.Width.In(room*twip)/twip, room)
	}
	said, open := int64(0), int64(0)
	weights := contentWeights(t)
	for i, column := range t.Columns {
		widths[i] = column.In(total*twip) / twip
		said += widths[i]
		if widths[i] == 0 {
			open += weights[i]
		}
	}
	switch {
	case open > 0:
		left := max(total-said, total/4)
		for i := range widths {
			if widths[i] == 0 {
				widths[i] = max(left*weights[i]/open, 1)
			}
		}
	case t.Width == (richtext.Length{}):
		total = min(total, said)
	}
	return scaled(widths, total)
}

// scaled gives widths that are so much together.
func scaled(widths []int64, total int64) []int64 {
	sum := int64(0)
	for _, width := range widths {
		sum += width
	}
	for i := range widths {
		widths[i] = max(widths[i]*total/max(sum, 1), 1)
	}
	return widths
}

// contentWeights gives how much room columns need by the longest text of their cells.
func contentWeights(t *richtext.Table) []int64 {
	const least, most = 6, 40 // characters
	weights := make([]int64, len(t.Columns))
	for _, row := range t.Rows {
		column := 0
		for _, cell := range row.Cells {
			if cell.Across == 1 && !cell.Goes {
				weights[column] = max(weights[column], lengthOf(cell.Blocks))
			}
			column += cell.Across
		}
	}
	for i := range weights {
		weights[i] = min(max(weights[i], least), most)
	}
	return weights
}

// lengthOf gives the characters of the longest paragraph.
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
