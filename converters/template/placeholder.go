package template

import (
	"bytes"
	"strconv"
	"strings"

	"lectern/converters/template/markup"
	"lectern/converters/template/picture"
)

// hasPlaceholders says whether a part might have pictures whose alternative text is a tag for a
// picture.
func hasPlaceholders(source []byte) bool {
	return bytes.Contains(source, []byte(`descr="{%`)) || bytes.Contains(source, []byte(`title="{%`))
}

// placeholderNode is a picture of the template that gives its place and size to another one.
type placeholderNode struct {
	tag    *tag
	tokens []markup.Token
}

// placeholder makes the node of the picture that begins at a piece; nil where its alternative text is
// no tag.
func (b *builder) placeholder(start int) node {
	name := b.pieces[start].token.Name
	if name != "w:drawing" && name != "p:pic" {
		return nil
	}
	var tokens []markup.Token
	var found *tag
	for i := start; i <= b.pieces[start].match; i++ {
		t := b.pieces[i].token
		if found == nil && isNamed(&t) {
			found = b.placeholderTag(&t)
		}
		tokens = append(tokens, t)
	}
	if found == nil {
		return nil
	}
	return b.kept(found, start, b.pieces[start].match, &placeholderNode{found, tokens})
}

// isNamed says whether a tag of the markup has the name and the alternative text of a drawing.
func isNamed(t *markup.Token) bool {
	return t.Kind != markup.End && (t.Name == "wp:docPr" || t.Name == "pic:cNvPr" || t.Name == "p:cNvPr")
}

func (c *compiler) placeholderTag(token *markup.Token) *tag {
	for _, attribute := range []string{"descr", "title"} {
		text, _ := token.Attribute(attribute)
		inner, ok := strings.CutPrefix(strings.TrimSpace(text), usualDelimiters.open)
		if inner, closed := strings.CutSuffix(inner, usualDelimiters.close); ok && closed && strings.HasPrefix(inner, "%") {
			t := &tag{source: text, part: c.part, paragraph: text}
			t.read(inner)
			c.parse(t)
			return t
		}
	}
	return nil
}

// reads implements [tagged].
func (n *placeholderNode) reads() (*tag, kind) { return n.tag, imageKind }

func (n *placeholderNode) render(r *renderer, s *scope) {
	made, spec := r.image(n.tag, s)
	if made == nil {
		return
	}
	frame := n.frame()
	width, height, crop := made.Place(frame.width, frame.height, spec.fit)
	if spec.width > 0 || spec.height > 0 {
		width, height = made.Sized(spec.width, spec.height)
		crop = picture.Crop{}
	}
	w := placeholderWriter{renderer: r, made: made, alt: spec.alt, width: width, height: height, crop: crop, frame: frame}
	for i := range n.tokens {
		w.token(&n.tokens[i])
	}
}

// frame gives the place and the size of the picture.
func (n *placeholderNode) frame() (s shape) {
	s.width, s.height = picture.Inch, picture.Inch
	for i := range n.tokens {
		switch t := &n.tokens[i]; t.Name {
		case "wp:extent", "a:ext":
			s.width, s.height = numberOf(t, "cx", s.width), numberOf(t, "cy", s.height)
		case "a:off":
			s.x, s.y = numberOf(t, "x", 0), numberOf(t, "y", 0)
		}
	}
	return s
}

func numberOf(t *markup.Token, attribute string, otherwise int64) int64 {
	text, _ := t.Attribute(attribute)
	if number, err := strconv.ParseInt(text, 10, 64); err == nil && number > 0 && number < 1<<40 {
		return number
	}
	return otherwise
}

// placeholderWriter writes a picture's markup with another picture in it.
type placeholderWriter struct {
	*renderer
	made          *picture.Picture
	alt           string
	width, height int64
	crop          picture.Crop
	frame         shape
	skip          int // depth within what is left out
}

func (w *placeholderWriter) token(t *markup.Token) {
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
		w.out = append(w.out, blipFill(prefix, w.relateImage(w.made), w.crop)...)
		w.skip = 1
	case isNamed(t):
		w.named(t)
	case t.Name == "wp:extent" || t.Name == "a:ext" && t.Kind == markup.Empty && hasSize(t):
		w.resized(t)
	case t.Name == "a:off":
		w.moved(t)
	default:
		w.out = append(w.out, t.Raw...)
	}
}

func hasSize(t *markup.Token) bool {
	_, ok := t.Attribute("cx")
	return ok
}

func (w *placeholderWriter) named(t *markup.Token) {
	token := *t
	if _, has := token.Attribute("title"); has {
		token.Raw = token.With("title", "")
	}
	token.Raw = token.With("descr", w.alt)
	w.out = append(w.out, token.With("id", strconv.Itoa(w.newID()))...)
}

func (w *placeholderWriter) resized(t *markup.Token) {
	token := *t
	token.Raw = token.With("cx", strconv.FormatInt(w.width, 10))
	w.out = append(w.out, token.With("cy", strconv.FormatInt(w.height, 10))...)
}

// moved keeps a picture on a slide in the middle of its place.
func (w *placeholderWriter) moved(t *markup.Token) {
	token := *t
	if w.frame.x == 0 && w.frame.y == 0 {
		w.out = append(w.out, t.Raw...)
		return
	}
	token.Raw = token.With("x", strconv.FormatInt(w.frame.x+(w.frame.width-w.width)/2, 10))
	w.out = append(w.out, token.With("y", strconv.FormatInt(w.frame.y+(w.frame.height-w.height)/2, 10))...)
}
