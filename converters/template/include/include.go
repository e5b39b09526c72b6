package include

import (
	"crypto/sha256"
	"errors"
	"slices"
	"strconv"
	"strings"

	"lectern/converters/template/core"
	"lectern/converters/template/expression"
	"lectern/converters/template/objects"
	"lectern/converters/template/picture"
	"lectern/converters/wire"
)

// includeNode replaces a paragraph with the body of another text document, which is itself a template: {:include
// terms}.
type includeNode struct{ tag *core.Tag }

// Block returns the node of an inserted document. The node replaces a paragraph.
func Block(t *core.Tag, _ *core.Paragraph) core.Node { return &includeNode{t} }

// Render implements [core.Node].
func (n *includeNode) Render(r *core.Renderer, s *core.Scope) {
	if r.Part != r.Document.Main {
		r.Problems.Add(n.tag.Problem("misplaced-tag", "name", n.tag.Command))
		return
	}
	value, ok := r.Value(n.tag, s)
	if !ok || !expression.Truthy(value) {
		r.Out = append(r.Out, "<w:p/>"...)
		return
	}
	text := expression.Text(value)
	if source := embeddedDocument(text); source != nil {
		renderIncluded(r, n.tag, n.tag.Source, source, s)
		return
	}
	source, problem := findDocument(r.Document, text)
	switch {
	case problem != "":
		r.Problems.Add(n.tag.Problem(problem))
	case source != nil:
		renderIncluded(r, n.tag, text, source, s)
	}
}

// embeddedDocument decodes a document in a data URL or in Base64. It returns nil if the text is something else, such as
// the name of a document.
func embeddedDocument(text string) []byte {
	if source, ok := picture.DecodeDataURL(text); ok {
		return append([]byte{}, source...)
	}
	if source, err := picture.DecodeBase64(text); err == nil && strings.HasPrefix(string(source), "PK") {
		return source
	}
	return nil
}

// findDocument returns the document with the given name: a file of the package of templates, the content of an address,
// or a template that is stored in Lectern's library. source is nil if the document must be fetched first. If there is a
// problem, problem is its code; otherwise it is "".
func findDocument(d *core.Document, name string) (source []byte, problem string) {
	if source, ok := d.Files[name]; ok {
		return source, ""
	}
	address := name
	if !objects.IsWebAddress(name) {
		address = wire.TemplateScheme + name
	}
	source, fetched := d.Fetched[address]
	switch {
	case !fetched:
		d.Request(address)
	case len(source) == 0:
		return nil, "include-not-found"
	}
	return source, ""
}

// renderIncluded renders an inserted document. Problems in that document are reported with the name of the document.
func renderIncluded(r *core.Renderer, t *core.Tag, name string, source []byte, s *core.Scope) {
	key := sha256.Sum256(source)
	state := core.Extension[includeState](r.Document)
	switch {
	case slices.Contains(state.including, key):
		r.Problems.Add(t.Problem("include-cycle"))
		return
	case len(state.including) >= wire.MaxTemplateIncludes:
		r.Problems.Add(t.Problem("include-too-deep", "most", strconv.Itoa(wire.MaxTemplateIncludes)))
		return
	}
	outer := r.Problems.File
	r.Problems.File = name
	state.including = append(state.including, key)
	nodes, err := includedNodesOf(r, key, source)
	r.RenderAll(nodes, s)
	state.including = state.including[:len(state.including)-1]
	r.Problems.File = outer
	if err != nil {
		r.Problems.Add(t.Problem("include-broken", "reason", err.Error()))
	}
}

// includeState is the state that the rendering of a document keeps about the documents inserted into it.
type includeState struct {
	compiled  map[[sha256.Size]byte]includedNodes // the compiled documents, by the hashes of their contents
	including [][sha256.Size]byte                 // hashes of the documents that are being rendered, outermost first
}

// includedNodes is the result of compiling an inserted document.
type includedNodes struct {
	nodes []core.Node
	err   error
}

// includedNodesOf returns the nodes of an inserted document, which is compiled once. Problems with its tags are added
// to the renderer's problems. An error is returned if the document cannot be inserted.
func includedNodesOf(r *core.Renderer, key [sha256.Size]byte, source []byte) ([]core.Node, error) {
	state := core.Extension[includeState](r.Document)
	read, known := state.compiled[key]
	if !known {
		read.nodes, read.err = compileIncluded(r, source)
		if state.compiled == nil {
			state.compiled = make(map[[sha256.Size]byte]includedNodes)
		}
		state.compiled[key] = read
	}
	if wrong, ok := errors.AsType[core.Problems](read.err); ok {
		for _, one := range wrong {
			r.Problems.Add(one)
		}
		return nil, nil
	}
	return read.nodes, read.err
}

func compileIncluded(r *core.Renderer, source []byte) ([]core.Node, error) {
	g, err := openIncluded(r.Document, source)
	if err != nil {
		return nil, err
	}
	return g.compile(r.Problems)
}
