package sheet

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"

	"lectern/converters/template/cells"
	"lectern/converters/template/core"
	"lectern/converters/template/markup"
	"lectern/converters/template/objects"
	"lectern/converters/template/picture"
)

// cellPicture is a picture that is anchored at a cell.
type cellPicture struct {
	position      cells.Cell
	xOffset       int64 // offset from the left border of the cell, in EMU
	width, height int64 // in EMU
	crop          picture.Crop
	alt           string
	media         string // the name of the picture's part
}

// highestRow is the maximal height of a row, in EMU (ECMA-376, part 1, 18.3.1.73).
const highestRow = 409 * picture.Point

// addPicture adds the picture of the cell's tag to the drawing of the sheet. Without a size in its options, the picture
// has its natural size, but is not wider than the columns that the cell spans. The row becomes as high as the picture
// unless the row has a fixed height.
func (n *cellNode) addPicture(r *core.Renderer, s *core.Scope) {
	c := sheetOf(r)
	made, spec := objects.LoadPictureOfTag(r, n.tag, s)
	if made == nil {
		return
	}
	available := n.maxWidth
	if spec.Width > 0 || spec.Height > 0 {
		available = 0
	}
	width, height, crop := objects.FitPicture(made, spec, available)
	p := cellPicture{position: cells.Cell{Row: c.row, Column: c.column}, width: width, height: height, crop: crop, alt: spec.Alt,
		media: objects.AddMedia(r.Document, made)}
	if n.tag.Command == "imageblock" && width < n.spannedWidth {
		p.xOffset = (n.spannedWidth - width) / 2
	}
	c.pictures = append(c.pictures, p)
	if n.setsRowHeight {
		c.height = max(c.height, min(height, highestRow))
	}
}

// setRowHeight sets the height of the current row to the height of its pictures. The parameter at is the offset at
// which the height is inserted: the end of the row's start tag. The parameter firstPatch is the index of the row's
// first formula in c.patches; the offsets of the row's formulas are adjusted.
func (c *renderedSheet) setRowHeight(r *core.Renderer, at, firstPatch int) {
	const point = float64(picture.Point)
	height := fmt.Appendf(nil, ` ht="%s" customHeight="1"`, strconv.FormatFloat(float64(c.height)/point, 'f', 2, 64))
	r.Out = slices.Insert(r.Out, at, height...)
	for i := range c.patches[firstPatch:] {
		c.patches[firstPatch+i].at += len(height)
	}
}

// pictureAnchor returns the markup of a picture in a sheet's drawing (ECMA-376, part 1, 20.5.2.24).
func pictureAnchor(p *cellPicture, id int, relation string) []byte {
	out := fmt.Appendf(nil,
		`<xdr:oneCellAnchor xmlns:xdr="%s" xmlns:a="%s"><xdr:from><xdr:col>%d</xdr:col><xdr:colOff>%d</xdr:colOff><xdr:row>%d</xdr:row>`+
			`<xdr:rowOff>0</xdr:rowOff></xdr:from>`,
		sheetDrawingNS, objects.DrawingNS, p.position.Column-1, p.xOffset, p.position.Row-1)
	out = fmt.Appendf(out,
		`<xdr:ext cx="%[1]d" cy="%[2]d"/><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="%[3]d" name="Picture %[4]d" descr="%[5]s"/><xdr:cNvPicPr>`+
			`<a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr>`,
		p.width, p.height, id, id-core.FirstID, markup.Escape(p.alt))
	out = append(out, objects.BlipFill("xdr", relation, p.crop)...)
	return fmt.Appendf(out,
		`<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="%d" cy="%d"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr>`+
			`</xdr:pic><xdr:clientData/></xdr:oneCellAnchor>`, p.width, p.height)
}

// sheetDrawingNS is the namespace of the drawings of sheets.
const sheetDrawingNS = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"

// addPictures adds pictures to a drawing and writes its part. The drawing can be empty. lastID is the largest id that
// the drawing uses.
func addPictures(d *core.Document, part string, drawing []byte, pictures []cellPicture, lastID int) error {
	relations, err := d.Relations(part)
	if err != nil {
		return err
	}
	end := bytes.LastIndex(drawing, []byte("</"))
	if end < 0 { // the drawing is empty
		drawing = fmt.Appendf(nil, `<xdr:wsDr xmlns:xdr="%s"></xdr:wsDr>`, sheetDrawingNS)
		end = bytes.LastIndex(drawing, []byte("</"))
	}
	made := slices.Clone(drawing[:end])
	for i := range pictures {
		lastID++
		made = append(made, pictureAnchor(&pictures[i], lastID, relations.Add(objects.ImageRelation, pictures[i].media, false))...)
	}
	d.Write(part, append(made, drawing[end:]...))
	return nil
}

// finishPictures creates a drawing for the pictures in cells if the sheet of the template has no drawing.
func (c *renderedSheet) finishPictures() error {
	if len(c.pictures) == 0 || len(c.source.drawings) > 0 {
		return nil
	}
	d := c.book.document
	relations, err := d.Relations(c.part)
	if err != nil {
		return err
	}
	part := d.FreeName("xl/drawings/drawing%d.xml")
	d.SetType(part, "application/vnd.openxmlformats-officedocument.drawing+xml")
	c.drawing = relations.Add(objects.RelationNS+"/drawing", part, false)
	return addPictures(d, part, nil, c.pictures, core.FirstID)
}

// elementsAfterDrawing returns the elements that follow the drawing element in the schema of a sheet (ECMA-376, part 1,
// 18.3.1.99).
func elementsAfterDrawing() []string {
	return []string{"legacyDrawing", "legacyDrawingHF", "drawingHF", "picture", "oleObjects", "controls", "webPublishItems", "tableParts",
		"extLst", "worksheet"}
}

// drawingElement returns the element that refers to the new drawing.
func (c *renderedSheet) drawingElement() []byte {
	return fmt.Appendf(nil, `<drawing xmlns:r="%s" r:id="%s"/>`, objects.RelationNS, c.drawing)
}

// spannedSize returns three facts about the cells that a cell spans: the total width of their columns in EMU, the
// number of their rows, and whether the template determines the width.
func (s *sheetSource) spannedSize(cell cells.Cell) (width int64, rows int, fixed bool) {
	area := cells.Range{Rows: cells.Extent{From: cell.Row, To: cell.Row}, Columns: cells.Extent{From: cell.Column, To: cell.Column}}
	for i := range s.tail {
		if t := &s.tail[i]; t.Name == "mergeCell" && t.Kind != markup.End {
			text, _ := t.Attribute("ref")
			if merged, ok := cells.ParseRange(text); ok && merged.First() == cell {
				area, fixed = merged, merged.Columns.To > merged.Columns.From
			}
		}
	}
	for column := area.Columns.From; column <= area.Columns.To; column++ {
		one, isSet := s.columnWidth(column)
		width, fixed = width+one, fixed || isSet
	}
	return width, area.Rows.To - area.Rows.From + 1, fixed
}

// columnWidth returns the width of a column in EMU, and whether the template sets it.
func (s *sheetSource) columnWidth(column int) (width int64, fixed bool) {
	characters := 9.140625 // 64 pixels, the default width of Excel
	for i := range s.head {
		t := &s.head[i]
		switch {
		case t.Name == "sheetFormatPr" && t.Kind != markup.End:
			characters = numberOr(t, "defaultColWidth", characters)
		case t.Name == "col" && t.Kind != markup.End && intOf(t, "min") <= column && column <= intOf(t, "max"):
			return columnLength(numberOr(t, "width", characters)), true
		}
	}
	return columnLength(characters), false
}

// columnLength converts a column width in characters into EMU. A character of the default font is 7 pixels wide
// (ECMA-376, part 1, 18.3.1.13).
func columnLength(characters float64) int64 {
	const pixels, limit = 7, 255
	return int64(min(max(characters, 0), limit)*pixels) * picture.Pixel
}

func numberOr(t *markup.Token, name string, fallback float64) float64 {
	text, _ := t.Attribute(name)
	number, err := strconv.ParseFloat(text, 64)
	if err != nil || number != number {
		return fallback
	}
	return number
}
