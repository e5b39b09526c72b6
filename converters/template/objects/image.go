package objects

import (
	"errors"
	"fmt"
	"strings"

	"lectern/converters/template/core"
	"lectern/converters/template/expression"
	"lectern/converters/template/picture"
)

// ImageOptions are the source, the size and the other options of a picture.
type ImageOptions struct {
	source        string // a web address, a data URL, a file of the package, or Base64
	Width, Height int64  // in EMU; 0 means the natural size of the picture
	Fit           picture.Fit
	Alt           string
}

// ImageFilters returns the filters that set the options of a picture, as in {%photo | width:"8cm" | alt:name}.
func ImageFilters() expression.Filters {
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

// readImage reads the options of a picture from a value. problem is the code of a problem, or "" if there is none.
func readImage(value any) (spec ImageOptions, problem string) {
	spec.Fit = picture.Contain
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
	for name, side := range map[string]*int64{"width": &spec.Width, "height": &spec.Height} {
		value, given := object[name]
		if _, missing := value.(expression.Undefined); !given || value == nil || missing {
			continue
		}
		length, ok := picture.ParseLength(value)
		if !ok {
			return spec, "image-size"
		}
		*side = length
	}
	if alt, ok := object["alt"]; ok && alt != nil {
		spec.Alt = expression.Text(alt)
	}
	switch fit, _ := object["fit"].(string); picture.Fit(fit) {
	case picture.Cover, picture.Stretch:
		spec.Fit = picture.Fit(fit)
	}
	return spec, ""
}

// LoadImage returns the picture that a tag's value describes, and its options. The picture is nil if the value is
// missing or if the picture cannot be shown.
func LoadImage(r *core.Renderer, t *core.Tag, s *core.Scope) (*picture.Picture, ImageOptions) {
	value, ok := r.Value(t, s)
	if !ok || !expression.Truthy(value) {
		return nil, ImageOptions{}
	}
	spec, problem := readImage(value)
	if problem != "" {
		r.Problems.Add(t.Problem(problem))
	}
	if spec.source == "" {
		return nil, spec
	}
	return LoadPicture(r, t, spec.source), spec
}

// LoadPicture returns the picture from a source; see [ImageOptions]. It returns nil if the picture cannot be shown, or
// if it must be fetched first.
func LoadPicture(r *core.Renderer, t *core.Tag, source string) *picture.Picture {
	content, problem := imageBytes(r, source)
	if problem != "" {
		r.Problems.Add(t.Problem(problem))
	}
	if len(content) == 0 {
		return nil
	}
	made, err := readPicture(r.Document, content)
	switch {
	case errors.Is(err, picture.ErrTooLarge):
		r.Problems.Add(t.Problem("image-too-large"))
	case err != nil:
		r.Problems.Add(t.Problem("image-unreadable"))
	}
	return made
}

// imageBytes returns the content of a picture. It returns nil if the content must be fetched first. problem is the code
// of a problem, or "" if there is none.
func imageBytes(r *core.Renderer, source string) (content []byte, problem string) {
	if content, ok := r.Document.Files[source]; ok { // a file of the package of templates
		return content, ""
	}
	if content, ok := picture.DecodeDataURL(source); ok {
		if len(content) == 0 {
			return nil, "image-unreadable"
		}
		return content, ""
	}
	if IsWebAddress(source) {
		content, fetched := r.Document.Fetched[source]
		switch {
		case !fetched:
			r.Document.Request(source)
		case len(content) == 0:
			return nil, "image-not-fetched"
		}
		return content, ""
	}
	content, err := picture.DecodeBase64(source)
	if err != nil || len(content) == 0 {
		return nil, "image-unreadable"
	}
	return content, ""
}

// IsWebAddress reports whether a text is an address that begins with http:// or https://.
func IsWebAddress(text string) bool {
	scheme, _, ok := strings.Cut(text, "://")
	return ok && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https"))
}

// LoadPictureOfTag returns the picture or bar code of a tag, or nil if there is none.
func LoadPictureOfTag(r *core.Renderer, t *core.Tag, s *core.Scope) (*picture.Picture, ImageOptions) {
	if isBarcode(t) {
		return LoadBarcode(r, t, s)
	}
	return LoadImage(r, t, s)
}

// IsPicture reports whether a tag inserts a picture or a bar code.
func IsPicture(t *core.Tag) bool {
	return t.Kind == core.CommandTag && (t.Command == "image" || t.Command == "imageblock" || isBarcode(t))
}

// ValueKind returns the kind of value that a tag needs for a picture or a bar code.
func ValueKind(t *core.Tag) core.ParameterKind {
	if isBarcode(t) {
		return core.TextKind
	}
	return core.ImageKind
}

// FitPicture returns the size of a picture in EMU and the cropped margins. available is the maximum width in EMU, or 0
// for no limit; it has no effect if the options set both width and height.
func FitPicture(p *picture.Picture, spec ImageOptions, available int64) (width, height int64, crop picture.Crop) {
	width, height = p.SizeFor(spec.Width, spec.Height)
	switch {
	case spec.Width > 0 && spec.Height > 0:
		return p.FitFrame(spec.Width, spec.Height, spec.Fit)
	case available > 0 && width > available:
		return available, max(1, height*available/width), crop
	}
	return width, height, crop
}

// Types of relationships, and namespaces of drawings (ECMA-376, part 1, 20 and 15.2.14).
const (
	ImageRelation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/image"
	DrawingNS     = "http://schemas.openxmlformats.org/drawingml/2006/main"
	PictureNS     = "http://schemas.openxmlformats.org/drawingml/2006/picture"
	WordDrawingNS = "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"
	RelationNS    = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
)

// BlipFill returns the markup that fills a shape with the picture that a relationship refers to.
func BlipFill(prefix, relation string, crop picture.Crop) []byte {
	cut := ""
	if crop != (picture.Crop{}) {
		cut = fmt.Sprintf(`<a:srcRect l="%d" t="%d" r="%d" b="%d"/>`, crop.Left, crop.Top, crop.Right, crop.Bottom)
	}
	return fmt.Appendf(nil,
		`<%[1]s:blipFill><a:blip xmlns:r="%[2]s" r:embed="%[3]s"/>%[4]s<a:stretch><a:fillRect/></a:stretch></%[1]s:blipFill>`,
		prefix, RelationNS, relation, cut)
}

// RelateImage adds a picture to the document, unless the document already contains the same picture. It returns the id
// of a relationship from the current part to the picture.
func RelateImage(r *core.Renderer, p *picture.Picture) string {
	return r.Relate(ImageRelation, AddMedia(r.Document, p), false)
}
