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

// cellPicture is a picture that lies at a cell.
type cellPicture struct {
	at            cells.Cell
	right         int64 // how far it lies from the cell's left side, in EMU
	width, height int64 // in EMU
	crop          picture.Crop
	alt           string
	media         string // its part
}

// highestRow is how high a row may be, in EMU (ECMA-376, part 1, 18.3.1.73).
const highestRow = 409 * picture.Point

// picture puts the picture of the cell's tag into the drawing of its sheet: in the size that is wanted,
// or in its own as far as the columns that the cell spans have room. A row whose height nobody has set
// becomes as high as it.
func (n *cellNode) picture(r *core.Renderer, s *core.Scope) {
	c := sheetOf(r)
	made, spec := objects.LoadPictureOrCode(r, n.tag, s)
	if made == nil {
		return
	}
	room := n.room
	if spec.Width > 0 || spec.Height > 0 {
		room = 0
	}
	width, height, crop := objects.FitPicture(made, spec, room)
	p := cellPicture{at: cells.Cell{Row: c.row, Column: c.column}, width: width, height: height, crop: crop, alt: spec.Alt,
		media: objects.AddMedia(r.Document, made)}
	if n.tag.Command == "imageblock" && width < n.wide {
		p.right = (n.wide - width) / 2
	}
	c.pictures = append(c.pictures, p)
	if n.heightens {
		c.height = max(c.height, min(height, highestRow))
	}
}

// heighten gives the row that is being written the height of the pictures in it. Its tag ends at a
// place in what is written; the patches from a number on lie behind that.
func (c *renderedSheet) heighten(r *core.Renderer, at, patches int) {
	const point = float64(picture.Point)
	height := fmt.Appendf(nil, ` ht="%s" customHeight="1"`, strconv.FormatFloat(float64(c.height)/point, 'f', 2, 64))
	r.Out = slices.Insert(r.Out, at, height...)
	for i := range c.patches[patches:] {
		c.patches[patches+i].at += len(height)
	}
}

// pictureAnchor gives the markup of a picture in a drawing (ECMA-376, part 1, 20.5.2.24).
func pictureAnchor(p *cellPicture, id int, relation string) []byte {
	out := fmt.Appendf(nil,
		`<xdr:oneCellAnchor xmlns:xdr="%s" xmlns:a="%s"><xdr:from><xdr:col>%d</xdr:col><xdr:colOff>%d</xdr:colOff><xdr:row>%d</xdr:row>`+
			`<xdr:rowOff>0</xdr:rowOff></xdr:from>`,
		sheetDrawingSpace, objects.DrawingSpace, p.at.Column-1, p.right, p.at.Row-1)
	out = fmt.Appendf(out,
		`<xdr:ext cx="%[1]d" cy="%[2]d"/><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="%[3]d" name="Picture %[4]d" descr="%[5]s"/><xdr:cNvPicPr>`+
			`<a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr>`,
		p.width, p.height, id, id-core.FirstID, markup.Escape(p.alt))
	out = append(out, objects.BlipFill("xdr", relation, p.crop)...)
	return fmt.Appendf(out,
		`<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="%d" cy="%d"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr>`+
			`</xdr:pic><xdr:clientData/></xdr:oneCellAnchor>`, p.width, p.height)
}

// sheetDrawingSpace is the namespace of the drawings of sheets.
const sheetDrawingSpace = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"

// addPictures puts the pictures of cells into a drawing, which may be empty. Its own ids end with lastID.
func addPictures(d *core.Document, part string, drawing []byte, pictures []cellPicture, lastID int) error {
	relations, err := d.Relations(part)
	if err != nil {
		return err
	}
	end := bytes.LastIndex(drawing, []byte("</"))
	if end < 0 { // it was empty
		drawing = fmt.Appendf(nil, `<xdr:wsDr xmlns:xdr="%s"></xdr:wsDr>`, sheetDrawingSpace)
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

// finishPictures gives the sheet a drawing for the pictures of its cells, where it has none yet.
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
	c.drawing = relations.Add(objects.RelationSpace+"/drawing", part, false)
	return addPictures(d, part, nil, c.pictures, core.FirstID)
}

// behindDrawing are the elements of a sheet that come behind that which says what its drawing is
// (ECMA-376, part 1, 18.3.1.99).
func behindDrawing() []string {
	return []string{"legacyDrawing", "legacyDrawingHF", "drawingHF", "picture", "oleObjects", "controls", "webPublishItems", "tableParts",
		"extLst", "worksheet"}
}

// drawingElement gives the element that says what the drawing of the sheet is, where the template has none.
func (c *renderedSheet) drawingElement() []byte {
	return fmt.Appendf(nil, `<drawing xmlns:r="%s" r:id="%s"/>`, objects.RelationSpace, c.drawing)
}

// columnsOf gives how wide the columns of a sheet are that a cell spans, in EMU, how many rows it
// spans, and whether somebody has set the width.
func (s *sheetSource) columnsOf(cell cells.Cell) (wide int64, rows int, set bool) {
	area := cells.Range{Rows: cells.Extent{From: cell.Row, To: cell.Row}, Columns: cells.Extent{From: cell.Column, To: cell.Column}}
	for i := range s.tail {
		if t := &s.tail[i]; t.Name == "mergeCell" && t.Kind != markup.End {
			text, _ := t.Attribute("ref")
			if merged, ok := cells.ParseRange(text); ok && merged.First() == cell {
				area, set = merged, merged.Columns.To > merged.Columns.From
			}
		}
	}
	for column := area.Columns.From; column <= area.Columns.To; column++ {
		one, isSet := s.columnWidth(column)
		wide, set = wide+one, set || isSet
	}
	return wide, area.Rows.To - area.Rows.From + 1, set
}

// columnWidth gives how wide a column is, in EMU.
func (s *sheetSource) columnWidth(column int) (wide int64, set bool) {
	characters := 9.140625 // 64 pixels, which programs take where nobody says
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

// columnLength gives the width of so many characters, each of 7 pixels (ECMA-376, part 1, 18.3.1.13).
func columnLength(characters float64) int64 {
	const pixels, most = 7, 255
	return int64(min(max(characters, 0), most)*pixels) * picture.Pixel
}

func numberOr(t *markup.Token, name string, otherwise float64) float64 {
	text, _ := t.Attribute(name)
	number, err := strconv.ParseFloat(text, 64)
	if err != nil || number != number {
		return otherwise
	}
	return number
}
