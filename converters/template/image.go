package template

import (
	"errors"
	"fmt"
	"strings"

	"lectern/converters/template/expression"
	"lectern/converters/template/markup"
	"lectern/converters/template/picture"
)

// imageSpec is what a value says of a picture.
type imageSpec struct {
	source        string // an address, of the scheme data too, or bytes in Base64
	width, height int64  // in EMU; 0 for what it is by itself
	fit           picture.Fit
	alt           string
}

// imageFilters say how large a picture is: {%photo | width:"8cm" | alt:name}.
func imageFilters() expression.Filters {
	all := expression.Filters{}
	for name, members := range map[string][]string{"width": {"width"}, "height": {"height"}, "fit": {"fit"}, "alt": {"alt"},
		"type": {"type"}} {
		all[name] = expression.Filter{Apply: func(_ *expression.Environment, in any, args []any) (any, error) {
			if expression.Missing(in) {
				return in, nil
			}
			spec := map[string]any{"src": in}
			if before, ok := in.(map[string]any); ok {
				spec = make(map[string]any, len(before)+len(args))
				for key, value := range before {
					spec[key] = value
				}
			}
			for i := range min(len(args), len(members)) {
				spec[members[i]] = args[i]
			}
			return spec, nil
		}}
	}
	return all
}

// readImage reads what a value says of a picture. The problem is empty where it says something.
func readImage(value any) (spec imageSpec, problem string) {
	spec.fit = picture.Contain
	object, isObject := value.(map[string]any)
	if !isObject {
		if spec.source, isObject = value.(string); !isObject {
			return spec, "image-unreadable"
		}
		return spec, ""
	}
	for _, name := range []string{"src", "data", "url"} {
		if text, ok := object[name].(string); ok && spec.source == "" {
			spec.source = text
		}
	}
	for name, side := range map[string]*int64{"width": &spec.width, "height": &spec.height} {
		value, given := object[name]
		if _, missing := value.(expression.Undefined); !given || value == nil || missing {
			continue
		}
		length, ok := picture.Length(value)
		if !ok {
			return spec, "image-size"
		}
		*side = length
	}
	if alt, ok := object["alt"]; ok && alt != nil {
		spec.alt = expression.Text(alt)
	}
	switch fit, _ := object["fit"].(string); picture.Fit(fit) {
	case picture.Cover, picture.Stretch:
		spec.fit = picture.Fit(fit)
	}
	return spec, ""
}

// image gives the picture of a tag's value; nil where there is none, or it cannot be shown.
func (r *renderer) image(t *tag, s *scope) (*picture.Picture, imageSpec) {
	value, ok := r.value(t, s)
	if !ok || !expression.Truthy(value) {
		return nil, imageSpec{}
	}
	spec, problem := readImage(value)
	if problem != "" {
		r.found.add(t.problem(problem))
	}
	if spec.source == "" {
		return nil, spec
	}
	return r.picture(t, spec.source), spec
}

// picture gives the picture that a text stands for; nil where it cannot be shown, or is still to be
// fetched.
func (r *renderer) picture(t *tag, source string) *picture.Picture {
	content, problem := r.imageBytes(source)
	if problem != "" {
		r.found.add(t.problem(problem))
	}
	if len(content) == 0 {
		return nil
	}
	made, err := r.document.readPicture(content)
	switch {
	case errors.Is(err, picture.ErrTooLarge):
		r.found.add(t.problem("image-too-large"))
	case err != nil:
		r.found.add(t.problem("image-unreadable"))
	}
	return made
}

// imageBytes gives the bytes that a text stands for; none where they are still to be fetched.
func (r *renderer) imageBytes(source string) (content []byte, problem string) {
	if content, ok := r.document.files[source]; ok { // of the package
		return content, ""
	}
	if content, ok := picture.DataURL(source); ok {
		if len(content) == 0 {
			return nil, "image-unreadable"
		}
		return content, ""
	}
	if isWebAddress(source) {
		content, fetched := r.document.fetched[source]
		switch {
		case !fetched:
			r.document.need(source)
		case len(content) == 0:
			return nil, "image-not-fetched"
		}
		return content, ""
	}
	content, err := picture.Base64(source)
	if err != nil || len(content) == 0 {
		return nil, "image-unreadable"
	}
	return content, ""
}

func isWebAddress(text string) bool {
	scheme, _, ok := strings.Cut(text, "://")
	return ok && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https"))
}

// pictureOf gives the picture that a tag stands for, a bar code too; nil where there is none.
func (r *renderer) pictureOf(t *tag, s *scope) (*picture.Picture, imageSpec) {
	if isCode(t) {
		return r.code(t, s)
	}
	return r.image(t, s)
}

// isPicture says whether a tag stands for a picture.
func isPicture(t *tag) bool {
	return t.kind == commandTag && (t.command == "image" || t.command == "imageblock" || isCode(t))
}

// pictured is what the value of a tag seems to be that stands for a picture.
func pictured(t *tag) kind {
	if isCode(t) {
		return textKind
	}
	return imageKind
}

// imageNode is a picture within a run.
type imageNode struct {
	tag *tag
	run *run
}

func inlineImage(t *tag, r *run) node { return &imageNode{t, r} }

// reads implements [tagged].
func (n *imageNode) reads() (*tag, kind) { return n.tag, pictured(n.tag) }

func (n *imageNode) render(r *renderer, s *scope) {
	if n.run.format.text != "w:t" {
		r.found.add(n.tag.problem("image-beside-text"))
		return
	}
	if made, spec := r.pictureOf(n.tag, s); made != nil {
		r.out = fmt.Appendf(r.out, "</w:t></w:r><w:r>%s%s</w:r>%s%s%s", n.run.properties, r.sized(made, spec, n.run.room), n.run.open,
			n.run.properties, n.run.text)
	}
}

// imageBlock is a picture in a paragraph of its own, in its middle.
type imageBlock struct {
	tag    *tag
	around *element
}

func blockImage(t *tag, around *element) node { return &imageBlock{t, around} }

// reads implements [tagged].
func (n *imageBlock) reads() (*tag, kind) { return n.tag, imageKind }

func (n *imageBlock) render(r *renderer, s *scope) {
	if n.around.format.text != "w:t" {
		r.found.add(n.tag.problem("image-beside-text"))
		return
	}
	made, spec := r.image(n.tag, s)
	if made == nil {
		r.out = fmt.Appendf(r.out, "<w:p>%s</w:p>", n.around.properties)
		return
	}
	r.out = fmt.Appendf(r.out, "<w:p>%s<w:r>%s</w:r></w:p>", centred(n.around.properties), r.sized(made, spec, n.around.room))
}

// sized gives the markup of a picture in the size that is wanted, or in its own as far as there is
// room.
func (r *renderer) sized(made *picture.Picture, spec imageSpec, room int64) []byte {
	width, height, crop := fitted(made, spec, room)
	return r.drawing(made, spec.alt, width, height, crop)
}

// fitted gives how large a picture becomes, in EMU, and what is cut off, where there is so much room in
// its width; 0 is for any.
func fitted(made *picture.Picture, spec imageSpec, room int64) (width, height int64, crop picture.Crop) {
	width, height = made.Sized(spec.width, spec.height)
	switch {
	case spec.width > 0 && spec.height > 0:
		return made.Place(spec.width, spec.height, spec.fit)
	case room > 0 && width > room:
		return room, max(1, height*room/width), crop
	}
	return width, height, crop
}

// centred gives the properties of a paragraph with its text in the middle (ECMA-376, part 1,
// 17.3.1.13); jc stands before what follows it in the order of the schema.
func centred(properties []byte) []byte {
	if len(properties) == 0 {
		properties = []byte("<w:pPr></w:pPr>")
	}
	return withProperty(properties, []byte(`<w:jc w:val="center"/>`), "w:jc", "w:textDirection", "w:textAlignment", "w:textboxTightWrap",
		"w:outlineLvl", "w:divId", "w:cnfStyle", "w:rPr", "w:sectPr", "w:pPrChange")
}

// The relationships and namespaces of drawings (ECMA-376, part 1, 20 and 15.2.14).
const (
	imageRelation    = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/image"
	drawingSpace     = "http://schemas.openxmlformats.org/drawingml/2006/main"
	pictureSpace     = "http://schemas.openxmlformats.org/drawingml/2006/picture"
	wordDrawingSpace = "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"
	relationSpace    = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
)

// drawing gives the markup of a picture in a text document.
func (r *renderer) drawing(p *picture.Picture, alt string, width, height int64, crop picture.Crop) []byte {
	id := r.newID()
	name := fmt.Sprintf("Picture %d", id-firstID)
	out := fmt.Appendf(nil,
		`<w:drawing><wp:inline xmlns:wp="%s" distT="0" distB="0" distL="0" distR="0"><wp:extent cx="%d" cy="%d"/><wp:docPr id="%d" `+
			`name="%s" descr="%s"/>`,
		wordDrawingSpace, width, height, id, name, markup.Escape(alt))
	out = fmt.Appendf(out,
		`<wp:cNvGraphicFramePr><a:graphicFrameLocks xmlns:a="%s" noChangeAspect="1"/></wp:cNvGraphicFramePr><a:graphic `+
			`xmlns:a="%s"><a:graphicData uri="%s">`, drawingSpace, drawingSpace, pictureSpace)
	out = fmt.Appendf(out, `<pic:pic xmlns:pic="%s"><pic:nvPicPr><pic:cNvPr id="%d" name="%s"/><pic:cNvPicPr/></pic:nvPicPr>`,
		pictureSpace, id, name)
	out = append(out, blipFill("pic", r.relateImage(p), crop)...)
	return fmt.Appendf(out,
		`<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="%d" cy="%d"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr>`+
			`</pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`, width, height)
}

// blipFill gives the markup that a shape is filled by, with the picture that a relation leads to.
func blipFill(prefix, relation string, crop picture.Crop) []byte {
	cut := ""
	if crop != (picture.Crop{}) {
		cut = fmt.Sprintf(`<a:srcRect l="%d" t="%d" r="%d" b="%d"/>`, crop.Left, crop.Top, crop.Right, crop.Bottom)
	}
	return fmt.Appendf(nil,
		`<%[1]s:blipFill><a:blip xmlns:r="%[2]s" r:embed="%[3]s"/>%[4]s<a:stretch><a:fillRect/></a:stretch></%[1]s:blipFill>`,
		prefix, relationSpace, relation, cut)
}

// relateImage puts a picture into the document, once, and gives its id in the present part.
func (r *renderer) relateImage(p *picture.Picture) string {
	return r.relate(imageRelation, r.document.addMedia(p), false)
}
