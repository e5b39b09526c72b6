package markup

import (
	"bytes"
	"slices"
)

// Properties are the children of an element such as w:pPr or a:rPr. The schema requires a fixed order of these
// children.
type Properties struct {
	Start    Token // the start tag with its attributes
	Elements []property
}

type property struct {
	Name string
	Raw  []byte
}

// ReadProperties parses the markup of a properties element, which can be empty. It leaves out the child in which a
// tracked change has saved the earlier properties.
func ReadProperties(name string, source []byte) Properties {
	p := Properties{Start: Token{Kind: Start, Raw: []byte("<" + name + ">"), Name: name}}
	tokens, err := Scan(source)
	if err != nil || len(tokens) == 0 {
		return p
	}
	p.Start = tokens[0]
	depth := 0
	for _, t := range tokens {
		if t.Kind == End {
			depth--
		}
		if depth == 1 && (t.Kind == Start || t.Kind == Empty) {
			p.Elements = append(p.Elements, property{Name: t.Name})
		}
		if last := len(p.Elements) - 1; last >= 0 && (depth > 1 || depth == 1 && t.Kind != Text) {
			p.Elements[last].Raw = append(p.Elements[last].Raw, t.Raw...)
		}
		if t.Kind == Start {
			depth++
		}
	}
	p.Remove(name + "Change")
	return p
}

// Clone returns a copy whose list of elements can be changed independently.
func (p *Properties) Clone() Properties {
	return Properties{p.Start, slices.Clone(p.Elements)}
}

// Find returns the index of the first child with the given name, or -1 if there is none.
func (p *Properties) Find(name string) int {
	return slices.IndexFunc(p.Elements, func(one property) bool { return one.Name == name })
}

// Has reports whether there is a child with one of the names.
func (p *Properties) Has(names ...string) bool {
	return slices.ContainsFunc(p.Elements, func(one property) bool { return slices.Contains(names, one.Name) })
}

// Set adds a child, or replaces the markup of an existing one.
func (p *Properties) Set(name, raw string) {
	if at := p.Find(name); at >= 0 {
		p.Elements[at].Raw = []byte(raw)
		return
	}
	p.Elements = append(p.Elements, property{name, []byte(raw)})
}

// Remove removes the children with one of the names.
func (p *Properties) Remove(names ...string) {
	p.Elements = slices.DeleteFunc(p.Elements, func(one property) bool { return slices.Contains(names, one.Name) })
}

// Attribute returns an attribute of a child, or "" if there is none.
func (p *Properties) Attribute(name, attribute string) string {
	if at := p.Find(name); at >= 0 {
		if tokens, err := Scan(p.Elements[at].Raw); err == nil && len(tokens) > 0 {
			value, _ := tokens[0].Attribute(attribute)
			return value
		}
	}
	return ""
}

// SetAttribute sets an attribute of the child with the given name, which must not have children itself. If there is no
// such child, it is added.
func (p *Properties) SetAttribute(name, attribute, value string) {
	t := Token{Kind: Empty, Raw: []byte("<" + name + "/>"), Name: name}
	if at := p.Find(name); at >= 0 {
		if tokens, err := Scan(p.Elements[at].Raw); err == nil && len(tokens) == 1 {
			t = tokens[0]
		}
	}
	p.Set(name, string(t.With(attribute, value)))
}

// SetOwn sets an attribute of the properties element itself.
func (p *Properties) SetOwn(attribute, value string) {
	p.Start.Raw = p.Start.With(attribute, value)
}

// Marshal returns the markup of the properties element. The parameter order lists the names of children in the order in
// which they are written. Children that are not in this list come last.
func (p *Properties) Marshal(order []string) []byte {
	rank := func(one property) int {
		if at := slices.Index(order, one.Name); at >= 0 {
			return at
		}
		return len(order)
	}
	elements := slices.Clone(p.Elements)
	slices.SortStableFunc(elements, func(a, b property) int { return rank(a) - rank(b) })
	raw := slices.Clone(p.Start.Raw)
	if p.Start.Kind == Empty {
		raw = append(raw[:len(raw)-2], '>')
	}
	for _, one := range elements {
		raw = append(raw, one.Raw...)
	}
	return append(raw, "</"+p.Start.Name+">"...)
}

// WithProperty returns the markup of a properties element in which the child with the given name is replaced with the
// markup in property. If there is no such child, the markup is added. The parameter later lists the children that must
// follow the new child (ECMA-376, part 1, A.1).
func WithProperty(properties, property []byte, name string, later ...string) []byte {
	tokens, err := Scan(properties)
	if err != nil || len(tokens) == 0 {
		return properties
	}
	if t := &tokens[0]; t.Kind == Empty {
		return slices.Concat(t.Raw[:len(t.Raw)-2], []byte(">"), property, []byte("</"+t.Name+">"))
	}
	all, _ := Elements(tokens, 0)
	out := slices.Clone(tokens[0].Raw)
	placed := false
	for _, c := range all {
		if !placed && slices.Contains(later, c.Name) {
			out, placed = append(out, property...), true
		}
		if c.Name != name {
			out = append(out, c.Raw...)
		}
	}
	if !placed {
		out = append(out, property...)
	}
	return append(out, tokens[len(tokens)-1].Raw...)
}

// WithoutSection returns the markup of a properties element without two children that must not be repeated: the section
// properties, and the properties that a tracked change has saved.
func WithoutSection(name string, raw []byte) []byte {
	if !bytes.Contains(raw, []byte("<w:sectPr")) && !bytes.Contains(raw, []byte(name+"Change")) {
		return raw
	}
	p := ReadProperties(name, raw)
	p.Remove("w:sectPr")
	return p.Marshal(nil)
}
