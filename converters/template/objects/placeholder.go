package objects

import (
	"bytes"
	"strconv"
	"strings"

	"lectern/converters/template/core"
	"lectern/converters/template/markup"
	"lectern/converters/template/picture"
)

// HasPlaceholders reports whether a part may contain pictures whose alternative text is a template tag.
func HasPlaceholders(source []byte) bool {
	return bytes.Contains(source, []byte(`descr="{%`)) || bytes.Contains(source, []byte(`title="{%`))
}

// placeholderNode is a picture of the template that is replaced by another picture with the same position and size.
type placeholderNode struct {
	tag    *core.Tag
	tokens []markup.Token
}

// CompilePlaceholder returns the node of the picture that starts at the piece ([core.Piece]) with the index start. It
// returns nil if the piece starts no picture, or if the alternative text of the picture is not a template tag.
func CompilePlaceholder(b *core.Builder, start int) core.Node {
	name := b.Pieces[start].Token.Name
	if name != "w:drawing" && name != "p:pic" {
		return nil
	}
	var tokens []markup.Token
	var found *core.Tag
	for i := start; i <= b.Pieces[start].Match; i++ {
		t := b.Pieces[i].Token
		if found == nil && hasAlternativeText(&t) {
			found = placeholderTag(b.Compiler, &t)
		}
		tokens = append(tokens, t)
	}
	if found == nil {
		return nil
	}
	return b.KeepMissing(found, start, b.Pieces[start].Match, &placeholderNode{found, tokens})
}

// hasAlternativeText reports whether an XML tag is of the kind that contains the name and the alternative text of a
// drawing.
func hasAlternativeText(t *markup.Token) bool {
	return t.Kind != markup.End && (t.Name == "wp:docPr" || t.Name == "pic:cNvPr" || t.Name == "p:cNvPr")
}

func placeholderTag(c *core.Compiler, token *markup.Token) *core.Tag {
	for _, attribute := range []string{"descr", "title"} {
		text, _ := token.Attribute(attribute)
		inner, ok := strings.CutPrefix(strings.TrimSpace(text), core.DefaultDelimiters.Open)
		if inner, closed := strings.CutSuffix(inner, core.DefaultDelimiters.Close); ok && closed && strings.HasPrefix(inner, "%") {
			t := &core.Tag{Source: text, Part: c.Part, Paragraph: text}
			t.Parse(inner)
			c.Parse(t)
			return t
		}
	}
	return nil
}

// Reads implements [core.OneTagNode].
func (n *placeholderNode) Reads() (*core.Tag, core.ParameterKind) { return n.tag, core.ImageKind }

// Render implements [core.Node].
func (n *placeholderNode) Render(r *core.Renderer, s *core.Scope) {
	made, spec := LoadImage(r, n.tag, s)
	if made == nil {
		return
	}
	frame := n.frame()
	width, height, crop := made.FitFrame(frame.width, frame.height, spec.Fit)
	if spec.Width > 0 || spec.Height > 0 {
		width, height = made.SizeFor(spec.Width, spec.Height)
		crop = picture.Crop{}
	}
	w := placeholderWriter{Renderer: r, picture: made, alt: spec.Alt, width: width, height: height, crop: crop, frame: frame}
	for i := range n.tokens {
		w.writeToken(&n.tokens[i])
	}
}

// pictureFrame is the position and size of a picture, in EMU.
type pictureFrame struct{ x, y, width, height int64 }

// frame returns the position and size of the template's picture.
func (n *placeholderNode) frame() (s pictureFrame) {
	s.width, s.height = picture.Inch, picture.Inch
	for i := range n.tokens {
		switch t := &n.tokens[i]; t.Name {
		case "wp:extent", "a:ext":
			s.width, s.height = numberOr(t, "cx", s.width), numberOr(t, "cy", s.height)
		case "a:off":
			s.x, s.y = numberOr(t, "x", 0), numberOr(t, "y", 0)
		}
	}
	return s
}

func numberOr(t *markup.Token, attribute string, fallback int64) int64 {
	text, _ := t.Attribute(attribute)
	if number, err := strconv.ParseInt(text, 10, 64); err == nil && number > 0 && number < 1<<40 {
		return number
	}
	return fallback
}

// placeholderWriter writes the markup of a picture of the template, in which it replaces the picture with a new one.
type placeholderWriter struct {
	*core.Renderer
	picture       *picture.Picture
	alt           string
	width, height int64
	crop          picture.Crop
	frame         pictureFrame
	skip          int // nesting depth within an element that is left out
}

func (w *placeholderWriter) writeToken(t *markup.Token) {
	if w.skip > 0 {
		switch t.Kind {
		case markup.Start:
			w.skip++
		case markup.End:
			w.skip--
		}
		return
	}
	switch {
	case strings.HasSuffix(t.Name, ":blipFill") && t.Kind == markup.Start:
		prefix, _, _ := strings.Cut(t.Name, ":")
		w.Out = append(w.Out, BlipFill(prefix, RelateImage(w.Renderer, w.picture), w.crop)...)
		w.skip = 1
	case hasAlternativeText(t):
		w.writeName(t)
	case t.Name == "wp:extent" || t.Name == "a:ext" && t.Kind == markup.Empty && hasSize(t):
		w.writeSize(t)
	case t.Name == "a:off":
		w.writeOffset(t)
	default:
		w.Out = append(w.Out, t.Raw...)
	}
}

func hasSize(t *markup.Token) bool {
	_, ok := t.Attribute("cx")
	return ok
}

func (w *placeholderWriter) writeName(t *markup.Token) {
	token := *t
	if _, has := token.Attribute("title"); has {
		token.Raw = token.With("title", "")
	}
	token.Raw = token.With("descr", w.alt)
	w.Out = append(w.Out, token.With("id", strconv.Itoa(w.NewID()))...)
}

func (w *placeholderWriter) writeSize(t *markup.Token) {
	token := *t
	token.Raw = token.With("cx", strconv.FormatInt(w.width, 10))
	w.Out = append(w.Out, token.With("cy", strconv.FormatInt(w.height, 10))...)
}

// writeOffset writes the position of a picture on a slide. The picture is centred in the area of the template's
// picture.
func (w *placeholderWriter) writeOffset(t *markup.Token) {
	token := *t
	if w.frame.x == 0 && w.frame.y == 0 {
		w.Out = append(w.Out, t.Raw...)
		return
	}
	token.Raw = token.With("x", strconv.FormatInt(w.frame.x+(w.frame.width-w.width)/2, 10))
	w.Out = append(w.Out, token.With("y", strconv.FormatInt(w.frame.y+(w.frame.height-w.height)/2, 10))...)
}
