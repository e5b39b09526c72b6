package slide

import (
	"fmt"
	"strconv"

	"lectern/converters/template/core"
	"lectern/converters/template/markup"
	"lectern/converters/template/objects"
	"lectern/converters/template/picture"
)

// shape is the position and size, in EMU, of a shape that a tag replaces.
type shape struct {
	x, y, width, height int64
	placeholder         *placeholderKey // the placeholder whose frame is inherited; nil if the shape has its own
}

// readShape returns the position and size of a shape. The parameter start is the index of the piece ([core.Piece]) at
// which the shape starts. If the shape neither sets nor inherits a position, it is placed in the middle of the slide.
func readShape(c *core.Compiler, start int) *shape {
	var tokens []markup.Token
	for i := start; i <= c.Pieces[start].Match; i++ {
		if c.Pieces[i].Kind == core.MarkupPiece {
			tokens = append(tokens, c.Pieces[i].Token)
		}
	}
	if own := frameOf(tokens); own != nil {
		return own
	}
	return &shape{x: 914_400, y: 1_600_200, width: 7_315_200, height: 4_525_963, placeholder: readPlaceholderKey(tokens)}
}

// imageShape replaces a shape with a picture.
type imageShape struct {
	tag   *core.Tag
	frame *shape
}

// ShapeImage returns the node of a picture or bar code that replaces a shape.
func ShapeImage(b *core.Builder, t *core.Tag, start int) core.Node {
	return &imageShape{t, readShape(b.Compiler, start)}
}

// Reads implements [core.OneTagNode].
func (n *imageShape) Reads() (*core.Tag, core.ParameterKind) { return n.tag, objects.ValueKind(n.tag) }

// Render implements [core.Node].
func (n *imageShape) Render(r *core.Renderer, s *core.Scope) {
	if made, spec := objects.LoadPictureOfTag(r, n.tag, s); made != nil {
		writePicture(r, n.frame, made, spec)
	}
}

// writePicture writes a picture that replaces a shape. The picture is centred in the area of the shape.
func writePicture(r *core.Renderer, frame *shape, p *picture.Picture, spec objects.ImageOptions) {
	frame = inheritFrame(r, frame)
	width, height, crop := p.FitFrame(frame.width, frame.height, spec.Fit)
	if spec.Width > 0 || spec.Height > 0 {
		width, height = p.SizeFor(spec.Width, spec.Height)
		crop = picture.Crop{}
	}
	x, y := frame.x+(frame.width-width)/2, frame.y+(frame.height-height)/2
	id := r.NewID()
	r.Out = fmt.Appendf(r.Out,
		`<p:pic><p:nvPicPr><p:cNvPr id="%d" name="Picture %s" descr="%s"/><p:cNvPicPr><a:picLocks noChangeAspect="1"/></p:cNvPicPr>`+
			`<p:nvPr/></p:nvPicPr>`,
		id, strconv.Itoa(id-core.FirstID), markup.Escape(spec.Alt))
	r.Out = append(r.Out, objects.BlipFill("p", objects.RelateImage(r, p), crop)...)
	r.Out = fmt.Appendf(r.Out,
		`<p:spPr><a:xfrm><a:off x="%d" y="%d"/><a:ext cx="%d" cy="%d"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>`,
		x, y, width, height)
}
