package template

import (
	"fmt"
	"slices"
	"strings"

	"lectern/converters/template/markup"
	"lectern/converters/template/opc"
)

// guest is a document that another one, its host, includes.
type guest struct {
	*opc.Package
	host    *document
	main    string
	prefix  string            // of its ids in the host
	numbers map[string]string // ids of lists in the host, by those in the guest
	notes   map[string]*note  // by their keys in the guest
	found   *problems
}

func newGuest(host *document, source []byte) (*guest, error) {
	p, kind, main, err := open(source)
	if err != nil {
		return nil, err
	}
	if !strings.HasPrefix(kind, "do") {
		return nil, fmt.Errorf("it is a .%s, and only text documents can be included", kind)
	}
	return &guest{Package: p, host: host, main: main, prefix: host.freePrefix(), notes: make(map[string]*note)}, nil
}

// freePrefix gives what ids of relationships of the document's text do not begin with.
func (d *document) freePrefix() string {
	for number := len(extension[includes](d).guests) + 1; ; number++ {
		prefix := fmt.Sprintf("g%d_", number)
		if !d.hasPrefix(prefix) {
			return prefix
		}
	}
}

func (d *document) hasPrefix(prefix string) bool {
	parts := []string{d.main}
	for _, n := range d.noteParts() {
		parts = append(parts, n.part)
	}
	return slices.ContainsFunc(parts, func(part string) bool {
		relations, err := d.Relations(part)
		return err == nil && slices.ContainsFunc(relations.All, func(one opc.Relation) bool { return strings.HasPrefix(one.ID, prefix) })
	})
}

// compile makes the nodes of the guest's body, whose ids are those of the host. What is wrong is among
// the problems.
func (g *guest) compile(found *problems) ([]node, error) {
	g.found = found
	source, err := g.Read(g.main)
	if err != nil {
		return nil, err
	}
	tokens, err := markup.Scan(source)
	if err != nil {
		return nil, err
	}
	tokens = portable(tokens, "w:body")
	g.host.flush() // the guest's come behind what is there
	if g.numbers, err = g.addLists(); err != nil {
		return nil, err
	}
	if err := g.addStyles(tokens); err != nil {
		return nil, err
	}
	for _, kind := range noteKinds() {
		if err := g.addNotes(kind); err != nil {
			return nil, err
		}
	}
	if err := g.relateParts(g.main, g.host.main); err != nil {
		return nil, err
	}
	refers := g.host.references(g.host.main, wordFormat())
	refers.again = true
	for key, one := range g.notes {
		refers.targets[key] = one
	}
	c, err := newCompiler(g.main, g.body(tokens), wordFormat(), refers, g.host.language, g.found)
	if err != nil {
		return nil, err
	}
	c.foreign = true
	return c.build(0, len(c.pieces)), nil
}

// addNotes takes the notes of a kind along.
func (g *guest) addNotes(kind string) error {
	name, tokens, err := related(g.Package, g.main, kind+"s")
	if err != nil || tokens == nil {
		return err
	}
	into, err := g.host.notesOf(kind)
	if err != nil {
		return err
	}
	if err := g.addStyles(tokens); err != nil {
		return err
	}
	if err := g.relateParts(name, into.part); err != nil {
		return err
	}
	refers := g.host.references(into.part, wordFormat())
	_, all := newNotes(kind, name, portable(tokens, ""))
	for _, raw := range all {
		tokens, err := markup.Scan(raw)
		if err != nil {
			return err
		}
		one, err := into.compile(g.tokens(tokens), refers, g.host.language, g.found)
		if err != nil {
			return err
		}
		g.notes[noteKey(kind, one.id)] = one
		one.id = "" // the host has others of that id
	}
	return nil
}

// body gives the markup of the guest's body without its sections and comments.
func (g *guest) body(tokens []markup.Token) (out []byte) {
	at := slices.IndexFunc(tokens, func(t markup.Token) bool { return t.Name == "w:body" && t.Kind == markup.Start })
	if at < 0 {
		return nil
	}
	_, end := children(tokens, at)
	return g.tokens(tokens[at+1 : end])
}

// tokens gives markup of the guest as it is in the host.
func (g *guest) tokens(tokens []markup.Token) (out []byte) {
	skip := 0
	for i := range tokens {
		switch t := &tokens[i]; {
		case skip > 0:
			skip += depthChange(t)
		case g.leavesOut(t):
			skip = max(0, depthChange(t))
		default:
			out = append(out, g.token(t)...)
		}
	}
	return out
}

// leavesOut says whether an element belongs to the guest's own pages and parts.
func (g *guest) leavesOut(t *markup.Token) bool {
	switch t.Name {
	case "w:sectPr", "w:commentRangeStart", "w:commentRangeEnd", "w:commentReference":
		return true
	case "w:footnoteReference", "w:endnoteReference":
		id, _ := t.Attribute("w:id")
		return g.notes[noteKey(noteKind(t), id)] == nil
	}
	return false
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

// relateParts copies the parts that one of the guest refers to into the host, and relates one of the
// host's to them.
func (g *guest) relateParts(own, hosts string) error {
	from, err := g.Relations(own)
	if err != nil {
		return err
	}
	to, err := g.host.Relations(hosts)
	if err != nil {
		return err
	}
	everything := func(*opc.Relation) bool { return true }
	copier := partCopier{from: g.Package, to: g.host, owned: everything, made: map[string]string{}}
	for _, one := range from.All {
		if !slices.ContainsFunc([]string{"image", "hyperlink", "chart", "diagramData", "diagramLayout", "diagramQuickStyle", "diagramColors",
			"diagramDrawing", "oleObject", "package"}, one.Is) {
			continue
		}
		if !one.External() {
			name, err := copier.copy(from.Part(&one))
			if err != nil {
				return err
			}
			if err := g.compileChart(&one, name); err != nil {
				return err
			}
			one.Target = "/" + name
		}
		one.ID = g.prefix + one.ID
		to.Put(one)
	}
	return nil
}

// compileChart compiles what a relationship leads to where that is a chart, which may have tags.
func (g *guest) compileChart(one *opc.Relation, part string) error {
	if !one.Is("chart") {
		return nil
	}
	source, err := g.host.Read(part)
	if err != nil {
		return err
	}
	compiled, err := compile(part, source, drawingFormat(), references{}, g.host.language, g.found)
	if compiled != nil {
		g.host.programs[part] = compiled
	}
	return err
}
