package template

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"lectern/converters/template/expression"
	"lectern/converters/template/markup"
	"lectern/converters/template/opc"
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

// guest is a document that another one, its host, includes.
type guest struct {
	*opc.Package
	host    *document
	main    string
	prefix  string            // of its ids in the host
	numbers map[string]string // ids of lists in the host, by those in the guest
}

func newGuest(host *document, source []byte) (*guest, error) {
	p, kind, main, err := open(source)
	if err != nil {
		return nil, err
	}
	if !strings.HasPrefix(kind, "do") {
		return nil, fmt.Errorf("it is a .%s, and only text documents can be included", kind)
	}
	return &guest{Package: p, host: host, main: main, prefix: fmt.Sprintf("g%d", len(host.guests)+1)}, nil
}

// compile makes the nodes of the guest's body, whose ids are those of the host.
func (g *guest) compile(found *problems) ([]node, error) {
	source, err := g.Read(g.main)
	if err != nil {
		return nil, err
	}
	tokens, err := markup.Scan(source)
	if err != nil {
		return nil, err
	}
	g.host.writeParts() // the guest's come behind what is there
	if g.numbers, err = g.addLists(); err != nil {
		return nil, err
	}
	if err := g.addStyles(tokens); err != nil {
		return nil, err
	}
	if err := g.relateParts(); err != nil {
		return nil, err
	}
	body := g.body(tokens)
	c, err := newCompiler(g.main, body, wordFormat(), references{}, filters(), found)
	if err != nil {
		return nil, err
	}
	if c == nil {
		c = &compiler{part: g.main}
		c.format = wordFormat()
		if c.pieces, err = lexPlain(body); err != nil {
			return nil, err
		}
	}
	c.depth = 1 // its ids may be the host's
	c.foreign = true
	return c.build(0, len(c.pieces)), nil
}

// body gives the markup of the guest's body without its sections, notes and comments.
func (g *guest) body(tokens []markup.Token) (out []byte) {
	inside, skip := false, 0
	for i := range tokens {
		t := &tokens[i]
		switch {
		case t.Name == "w:body":
			inside = t.Kind == markup.Start
		case !inside:
		case skip > 0:
			skip += depthChange(t)
		case slices.Contains(leftOut(), t.Name):
			skip = max(0, depthChange(t))
		default:
			out = append(out, g.token(t)...)
		}
	}
	return out
}

// leftOut are the elements of a guest that belong to its own pages and parts.
func leftOut() []string {
	return []string{"w:sectPr", "w:commentRangeStart", "w:commentRangeEnd", "w:commentReference", "w:footnoteReference", "w:endnoteReference"}
}

func depthChange(t *markup.Token) int {
	switch t.Kind {
	case markup.Start:
		return 1
	case markup.End:
		return -1
	}
	return 0
}

// token gives a tag of the guest's markup with the ids of the host.
func (g *guest) token(t *markup.Token) []byte {
	if t.Kind != markup.Start && t.Kind != markup.Empty {
		return t.Raw
	}
	changed := *t
	if t.Name == "w:numId" {
		if id, ok := t.Attribute("w:val"); ok && g.numbers[id] != "" {
			changed.Raw = changed.With("w:val", g.numbers[id])
		}
	}
	for _, name := range []string{"r:id", "r:embed", "r:link", "r:pict", "r:dm", "r:lo", "r:qs", "r:cs"} {
		if id, ok := changed.Attribute(name); ok && id != "" {
			changed.Raw = changed.With(name, g.prefix+id)
		}
	}
	return changed.Raw
}

// relateParts copies the parts that the guest's body refers to into the host, and relates its main
// part to them.
func (g *guest) relateParts() error {
	from, err := g.Relations(g.main)
	if err != nil {
		return err
	}
	to, err := g.host.Relations(g.host.main)
	if err != nil {
		return err
	}
	everything := func(*opc.Relation) bool { return true }
	copier := partCopier{from: g.Package, to: g.host, owned: everything, made: map[string]string{}}
	for _, one := range from.All {
		if !slices.ContainsFunc([]string{"image", "hyperlink", "chart", "diagramData", "diagramLayout", "diagramQuickStyle", "diagramColors", "diagramDrawing", "oleObject", "package"}, one.Is) {
			continue
		}
		if !one.External() {
			name, err := copier.copy(from.Part(&one))
			if err != nil {
				return err
			}
			one.Target = "/" + name
		}
		one.ID = g.prefix + one.ID
		to.Put(one)
	}
	return nil
}
