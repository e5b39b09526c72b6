package word

import (
	"fmt"

	"lectern/converters/template/core"
	"lectern/converters/template/markup"
	"lectern/converters/template/objects"
	"lectern/converters/template/picture"
)

// imageNode is a tag that inserts a picture within the text of a run.
type imageNode struct {
	tag *core.Tag
	run *core.Run
}

// InlineImage returns the node of a picture within the text of a run.
func InlineImage(t *core.Tag, r *core.Run) core.Node { return &imageNode{t, r} }

// Reads implements [core.OneTagNode].
func (n *imageNode) Reads() (*core.Tag, core.ParameterKind) { return n.tag, objects.ValueKind(n.tag) }

// Render implements [core.Node].
func (n *imageNode) Render(r *core.Renderer, s *core.Scope) {
	if n.run.Format.Text != "w:t" {
		r.Problems.Add(n.tag.Problem("image-beside-text"))
		return
	}
	if made, spec := objects.LoadPictureOfTag(r, n.tag, s); made != nil {
		r.Out = fmt.Appendf(r.Out, "</w:t></w:r><w:r>%s%s</w:r>%s%s%s", n.run.Properties, sizedDrawing(r, made, spec, n.run.Width), n.run.Open,
			n.run.Properties, n.run.Text)
	}
}

// imageBlock is a tag that replaces its paragraph with a centred picture.
type imageBlock struct {
	tag       *core.Tag
	paragraph *core.Paragraph
}

// BlockImage returns the node of a picture that replaces a paragraph.
func BlockImage(t *core.Tag, paragraph *core.Paragraph) core.Node { return &imageBlock{t, paragraph} }

// Reads implements [core.OneTagNode].
func (n *imageBlock) Reads() (*core.Tag, core.ParameterKind) { return n.tag, core.ImageKind }

// Render implements [core.Node].
func (n *imageBlock) Render(r *core.Renderer, s *core.Scope) {
	if n.paragraph.Format.Text != "w:t" {
		r.Problems.Add(n.tag.Problem("image-beside-text"))
		return
	}
	made, spec := objects.LoadImage(r, n.tag, s)
	if made == nil {
		r.Out = fmt.Appendf(r.Out, "<w:p>%s</w:p>", n.paragraph.Properties)
		return
	}
	drawing := sizedDrawing(r, made, spec, n.paragraph.Width)
	r.Out = fmt.Appendf(r.Out, "<w:p>%s<w:r>%s</w:r></w:p>", centredParagraph(n.paragraph.Properties), drawing)
}

// sizedDrawing returns the markup of a picture with the size in its options. Without options, the picture has its
// natural size, limited to the available width.
func sizedDrawing(r *core.Renderer, p *picture.Picture, spec objects.ImageOptions, available int64) []byte {
	width, height, crop := objects.FitPicture(p, spec, available)
	return drawingMarkup(r, p, spec.Alt, width, height, crop)
}

// centredParagraph returns paragraph properties with the text centred (ECMA-376, part 1, 17.3.1.13).
func centredParagraph(properties []byte) []byte {
	if len(properties) == 0 {
		properties = []byte("<w:pPr></w:pPr>")
	}
	return markup.WithProperty(properties, []byte(`<w:jc w:val="center"/>`), "w:jc", "w:textDirection", "w:textAlignment",
		"w:textboxTightWrap", "w:outlineLvl", "w:divId", "w:cnfStyle", "w:rPr", "w:sectPr", "w:pPrChange")
}

// drawingMarkup returns the markup of a picture in a text document. Width and height are in EMU.
func drawingMarkup(r *core.Renderer, p *picture.Picture, alt string, width, height int64, crop picture.Crop) []byte {
	id := r.NewID()
	name := fmt.Sprintf("Picture %d", id-core.FirstID)
	out := fmt.Appendf(nil,
		`<w:drawing><wp:inline xmlns:wp="%s" distT="0" distB="0" distL="0" distR="0"><wp:extent cx="%d" cy="%d"/><wp:docPr id="%d" `+
			`name="%s" descr="%s"/>`,
		objects.WordDrawingNS, width, height, id, name, markup.Escape(alt))
	out = fmt.Appendf(out,
		`<wp:cNvGraphicFramePr><a:graphicFrameLocks xmlns:a="%s" noChangeAspect="1"/></wp:cNvGraphicFramePr><a:graphic `+
			`xmlns:a="%s"><a:graphicData uri="%s">`, objects.DrawingNS, objects.DrawingNS, objects.PictureNS)
	out = fmt.Appendf(out, `<pic:pic xmlns:pic="%s"><pic:nvPicPr><pic:cNvPr id="%d" name="%s"/><pic:cNvPicPr/></pic:nvPicPr>`,
		objects.PictureNS, id, name)
	out = append(out, objects.BlipFill("pic", objects.RelateImage(r, p), crop)...)
	return fmt.Appendf(out,
		`<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="%d" cy="%d"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr>`+
			`</pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`, width, height)
}
