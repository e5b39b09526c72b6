package template

import (
	"slices"

	"lectern/converters/template/markup"
)

// properties are the elements in one such as w:pPr or a:rPr, which have an order in the schema.
type properties struct {
	start    markup.Token // its tag, with its attributes
	elements []property
}

type property struct {
	name string
	raw  []byte
}

// readProperties reads the markup of properties, which may be empty. Those of a revision are left
// out.
func readProperties(name string, source []byte) properties {
	p := properties{start: markup.Token{Kind: markup.Start, Raw: []byte("<" + name + ">"), Name: name}}
	tokens, err := markup.Scan(source)
	if err != nil || len(tokens) == 0 {
		return p
	}
	p.start = tokens[0]
	depth := 0
	for _, t := range tokens {
		if t.Kind == markup.End {
			depth--
		}
		if depth == 1 && (t.Kind == markup.Start || t.Kind == markup.Empty) {
			p.elements = append(p.elements, property{name: t.Name})
		}
		if last := len(p.elements) - 1; last >= 0 && (depth > 1 || depth == 1 && t.Kind != markup.Text) {
			p.elements[last].raw = append(p.elements[last].raw, t.Raw...)
		}
		if t.Kind == markup.Start {
			depth++
		}
	}
	p.remove(name + "Change")
	return p
}

func (p *properties) clone() properties {
	return properties{p.start, slices.Clone(p.elements)}
}

func (p *properties) find(name string) int {
	return slices.IndexFunc(p.elements, func(one property) bool { return one.name == name })
}

// has says whether one of the elements is there.
func (p *properties) has(names ...string) bool {
	return slices.ContainsFunc(p.elements, func(one property) bool { return slices.Contains(names, one.name) })
}

// set puts an element in the place of that of its name.
func (p *properties) set(name, raw string) {
	if at := p.find(name); at >= 0 {
		p.elements[at].raw = []byte(raw)
		return
	}
	p.elements = append(p.elements, property{name, []byte(raw)})
}

func (p *properties) remove(names ...string) {
	p.elements = slices.DeleteFunc(p.elements, func(one property) bool { return slices.Contains(names, one.name) })
}

// attribute gives that of an element; empty where there is none.
func (p *properties) attribute(name, attribute string) string {
	if at := p.find(name); at >= 0 {
		if tokens, err := markup.Scan(p.elements[at].raw); err == nil && len(tokens) > 0 {
			value, _ := tokens[0].Attribute(attribute)
			return value
		}
	}
	return ""
}

// setAttribute changes one of an element without others in it, which is made where it is not there.
func (p *properties) setAttribute(name, attribute, value string) {
	t := markup.Token{Kind: markup.Empty, Raw: []byte("<" + name + "/>"), Name: name}
	if at := p.find(name); at >= 0 {
		if tokens, err := markup.Scan(p.elements[at].raw); err == nil && len(tokens) == 1 {
			t = tokens[0]
		}
	}
	p.set(name, string(t.With(attribute, value)))
}

// own changes an attribute of the properties themselves.
func (p *properties) own(attribute, value string) {
	p.start.Raw = p.start.With(attribute, value)
}

// write gives the markup, with the elements in an order; what that does not have comes last.
func (p *properties) write(order []string) []byte {
	rank := func(one property) int {
		if at := slices.Index(order, one.name); at >= 0 {
			return at
		}
		return len(order)
	}
	elements := slices.Clone(p.elements)
	slices.SortStableFunc(elements, func(a, b property) int { return rank(a) - rank(b) })
	raw := slices.Clone(p.start.Raw)
	if p.start.Kind == markup.Empty {
		raw = append(raw[:len(raw)-2], '>')
	}
	for _, one := range elements {
		raw = append(raw, one.raw...)
	}
	return append(raw, "</"+p.start.Name+">"...)
}
