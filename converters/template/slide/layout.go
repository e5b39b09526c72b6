package slide

import (
	"slices"
	"strconv"

	"lectern/converters/template/core"
	"lectern/converters/template/markup"
)

// placeholderKey identifies the shape of the layout or the master from which a shape on a slide inherits its position
// and size (ECMA-376, part 1, 19.3.1.36).
type placeholderKey struct{ kind, index string }

// readPlaceholderKey returns the key of a shape, or nil if the shape is not a placeholder.
func readPlaceholderKey(tokens []markup.Token) *placeholderKey {
	at := slices.IndexFunc(tokens, func(t markup.Token) bool { return t.Name == "p:ph" })
	if at < 0 {
		return nil
	}
	kind, _ := tokens[at].Attribute("type")
	index, _ := tokens[at].Attribute("idx")
	if kind == "" {
		kind = "obj"
	}
	return &placeholderKey{kind, index}
}

// masterKind returns the kind of the shape in the master that corresponds to the placeholder.
func (i *placeholderKey) masterKind() string {
	switch i.kind {
	case "title", "ctrTitle":
		return "title"
	case "dt", "ftr", "sldNum":
		return i.kind
	}
	return "body"
}

// inheritFrame returns a shape with its position and size, possibly inherited from the layout or the master of the
// current slide.
func inheritFrame(r *core.Renderer, s *shape) *shape {
	if s.placeholder == nil {
		return s
	}
	part := r.Part
	for _, step := range []struct {
		relation string
		is       func(one *placeholderKey) bool
	}{
		{"slideLayout", func(one *placeholderKey) bool {
			return one.index == s.placeholder.index && (one.index != "" || one.kind == s.placeholder.kind)
		}},
		{"slideMaster", func(one *placeholderKey) bool { return one.kind == s.placeholder.masterKind() }},
	} {
		var tokens []markup.Token
		if part, tokens = relatedTokens(r, part, step.relation); tokens == nil {
			return s
		}
		if found := shapeIn(tokens, step.is); found != nil {
			return found
		}
	}
	return s
}

// relatedTokens returns the name and the tokens of the part to which the first relationship of the given type refers.
// tokens is nil if there is no such relationship.
func relatedTokens(r *core.Renderer, part, relation string) (to string, tokens []markup.Token) {
	relations, err := r.Document.Relations(part)
	if err != nil {
		return "", nil
	}
	one := relations.First(relation)
	if one == nil {
		return "", nil
	}
	to = relations.Part(one)
	content, err := r.Document.Read(to)
	if err != nil {
		return "", nil
	}
	return to, markup.ScanOrNil(content)
}

// shapeIn returns the first shape of a layout or master that has its own position and whose key satisfies isOne. It
// returns nil if there is no such shape.
func shapeIn(tokens []markup.Token, isOne func(*placeholderKey) bool) *shape {
	for i := 0; i < len(tokens); i++ {
		if tokens[i].Name != "p:sp" || tokens[i].Kind != markup.Start {
			continue
		}
		end := markup.EndOf(tokens, i)
		one := readPlaceholderKey(tokens[i:end])
		if place := frameOf(tokens[i:end]); place != nil && one != nil && isOne(one) {
			return place
		}
		i = end
	}
	return nil
}

// frameOf returns the position and size of a shape (ECMA-376, part 1, 20.1.7.6). It returns nil if the shape does not
// set its own position and size.
func frameOf(tokens []markup.Token) *shape {
	at := slices.IndexFunc(tokens, func(t markup.Token) bool { return t.Name == "a:xfrm" && t.Kind == markup.Start })
	if at < 0 {
		return nil
	}
	s := &shape{}
	for i := at; i < markup.EndOf(tokens, at); i++ {
		switch t := &tokens[i]; t.Name {
		case "a:off":
			s.x, s.y = coordinate(t, "x"), coordinate(t, "y")
		case "a:ext":
			s.width, s.height = coordinate(t, "cx"), coordinate(t, "cy")
		}
	}
	if s.width <= 0 || s.height <= 0 {
		return nil
	}
	return s
}

func coordinate(t *markup.Token, name string) int64 {
	text, _ := t.Attribute(name)
	number, err := strconv.ParseInt(text, 10, 32)
	if err != nil {
		return 0
	}
	return number
}
