package template

import (
	"fmt"
	"strconv"

	"lectern/converters/template/markup"
	"lectern/converters/template/picture"
)

// shape is a shape of a slide whose place something takes. Its sides are in EMU.
type shape struct {
	x, y, width, height int64
	from                *inherited // nil where the place is its own
}

// shape reads the place of the shape that begins at a piece. One that has none, and inherits none, is
// in the middle of the slide.
func (c *compiler) shape(start int) *shape {
	var tokens []markup.Token
	for i := start; i <= c.pieces[start].match; i++ {
		if c.pieces[i].kind == markupPiece {
			tokens = append(tokens, c.pieces[i].token)
		}
	}
	if own := frameOf(tokens); own != nil {
		return own
	}
	return &shape{x: 914_400, y: 1_600_200, width: 7_315_200, height: 4_525_963, from: inheritedOf(tokens)}
}

// imageShape is a picture in the place of a shape.
type imageShape struct {
	tag    *tag
	around *shape
}

func shapeImage(b *builder, t *tag, start int) node { return &imageShape{t, b.shape(start)} }

// reads implements [tagged].
func (n *imageShape) reads() (*tag, kind) { return n.tag, pictured(n.tag) }

func (n *imageShape) render(r *renderer, s *scope) {
	if made, spec := r.pictureOf(n.tag, s); made != nil {
		r.shape(n.around, made, spec)
	}
}

// shape writes a picture in the place of a shape, in its middle.
func (r *renderer) shape(around *shape, made *picture.Picture, spec imageSpec) {
	around = r.placed(around)
	width, height, crop := made.Place(around.width, around.height, spec.fit)
	if spec.width > 0 || spec.height > 0 {
		width, height = made.Sized(spec.width, spec.height)
		crop = picture.Crop{}
	}
	x, y := around.x+(around.width-width)/2, around.y+(around.height-height)/2
	id := r.newID()
	r.out = fmt.Appendf(r.out,
		`<p:pic><p:nvPicPr><p:cNvPr id="%d" name="Picture %s" descr="%s"/><p:cNvPicPr><a:picLocks noChangeAspect="1"/></p:cNvPicPr>`+
			`<p:nvPr/></p:nvPicPr>`,
		id, strconv.Itoa(id-firstID), markup.Escape(spec.alt))
	r.out = append(r.out, blipFill("p", r.relateImage(made), crop)...)
	r.out = fmt.Appendf(r.out,
		`<p:spPr><a:xfrm><a:off x="%d" y="%d"/><a:ext cx="%d" cy="%d"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>`,
		x, y, width, height)
}
