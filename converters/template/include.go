package template

import (
	"crypto/sha256"
	"slices"
	"strings"

	"lectern/converters/template/expression"
	"lectern/converters/template/picture"
	"lectern/converters/wire"
)

// mostIncluded is how deep templates may include each other.
const mostIncluded = 10

// includeNode puts the body of another text document, a template itself, into the place of a
// paragraph: {:include terms}.
type includeNode struct{ tag *tag }

func blockInclude(t *tag, _ *element) node { return &includeNode{t} }

func (n *includeNode) render(r *renderer, s *scope) {
	if r.part != r.document.main {
		r.found.add(n.tag.problem("misplaced-tag", "name", n.tag.command))
		return
	}
	value, ok := r.value(n.tag, s)
	if !ok || !expression.Truthy(value) {
		r.out = append(r.out, "<w:p/>"...)
		return
	}
	source, problem := r.document.included(expression.Text(value))
	switch {
	case problem != "":
		r.found.add(n.tag.problem(problem))
	case source != nil:
		r.include(n.tag, source, s)
	}
}

// included gives the document that a text stands for: a file of the package, bytes in Base64, an
// address, or a template of the library by its name. It is nil where that is still to be had.
func (d *document) included(name string) (source []byte, problem string) {
	if source, ok := d.files[name]; ok {
		return source, ""
	}
	if source, ok := picture.DataURL(name); ok {
		return source, ""
	}
	if source, err := picture.Base64(name); err == nil && strings.HasPrefix(string(source), "PK") {
		return source, ""
	}
	address := name
	if !isWebAddress(name) {
		address = wire.TemplateScheme + name
	}
	source, fetched := d.fetched[address]
	switch {
	case !fetched:
		d.need(address)
	case len(source) == 0:
		return nil, "include-not-found"
	}
	return source, ""
}

// include renders a document into the present one.
func (r *renderer) include(t *tag, source []byte, s *scope) {
	key := sha256.Sum256(source)
	if slices.Contains(r.including, key) || len(r.including) >= mostIncluded {
		r.found.add(t.problem("include-cycle"))
		return
	}
	r.including = append(r.including, key)
	defer func() { r.including = r.including[:len(r.including)-1] }()
	nodes := r.document.guests[key]
	if nodes == nil {
		g, err := newGuest(r.document, source)
		if err == nil {
			nodes, err = g.compile(r.found)
		}
		if err != nil {
			r.found.add(t.problem("include-broken", "reason", err.Error()))
			return
		}
		if r.document.guests == nil {
			r.document.guests = make(map[[sha256.Size]byte][]node)
		}
		r.document.guests[key] = nodes
	}
	r.renderAll(nodes, s)
}
