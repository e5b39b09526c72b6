package template

import (
	"crypto/sha256"
	"errors"
	"slices"
	"strconv"
	"strings"

	"lectern/converters/template/expression"
	"lectern/converters/template/picture"
	"lectern/converters/wire"
)

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
	text := expression.Text(value)
	if source := packed(text); source != nil {
		r.include(n.tag, n.tag.source, source, s)
		return
	}
	source, problem := r.document.included(text)
	switch {
	case problem != "":
		r.found.add(n.tag.problem(problem))
	case source != nil:
		r.include(n.tag, text, source, s)
	}
}

// packed gives the document that a text is: bytes in Base64. It is nil where the text names one.
func packed(text string) []byte {
	if source, ok := picture.DataURL(text); ok {
		return append([]byte{}, source...)
	}
	if source, err := picture.Base64(text); err == nil && strings.HasPrefix(string(source), "PK") {
		return source
	}
	return nil
}

// included gives the document that a name stands for: a file of the package, an address, or a template
// of the library. It is nil where that is still to be had.
func (d *document) included(name string) (source []byte, problem string) {
	if source, ok := d.files[name]; ok {
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

// include renders a document of a name into the present one. What is wrong in it is told with the name.
func (r *renderer) include(t *tag, name string, source []byte, s *scope) {
	key := sha256.Sum256(source)
	state := extension[includes](r.document)
	switch {
	case slices.Contains(state.including, key):
		r.found.add(t.problem("include-cycle"))
		return
	case len(state.including) >= wire.MaxTemplateIncludes:
		r.found.add(t.problem("include-too-deep", "most", strconv.Itoa(wire.MaxTemplateIncludes)))
		return
	}
	outer := r.found.file
	r.found.file = name
	state.including = append(state.including, key)
	nodes, err := r.guest(key, source)
	r.renderAll(nodes, s)
	state.including = state.including[:len(state.including)-1]
	r.found.file = outer
	if err != nil {
		r.found.add(t.problem("include-broken", "reason", err.Error()))
	}
}

// includes are the documents that a document includes.
type includes struct {
	guests    map[[sha256.Size]byte]guestRead // by the hashes of their content
	including [][sha256.Size]byte             // hashes of those that are being rendered, outermost first
}

// guestRead is what was read of a document that is included: nodes, or why there are none.
type guestRead struct {
	nodes []node
	err   error
}

// guest gives the nodes of a document that is included, which is read once. What is wrong with it by
// itself is told; the error is that it is none that can be included.
func (r *renderer) guest(key [sha256.Size]byte, source []byte) ([]node, error) {
	state := extension[includes](r.document)
	read, known := state.guests[key]
	if !known {
		read.nodes, read.err = r.readGuest(source)
		if state.guests == nil {
			state.guests = make(map[[sha256.Size]byte]guestRead)
		}
		state.guests[key] = read
	}
	if wrong, ok := errors.AsType[Problems](read.err); ok {
		for _, one := range wrong {
			r.found.add(one)
		}
		return nil, nil
	}
	return read.nodes, read.err
}

func (r *renderer) readGuest(source []byte) ([]node, error) {
	g, err := newGuest(r.document, source)
	if err != nil {
		return nil, err
	}
	return g.compile(r.found)
}
