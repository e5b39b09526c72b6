package include

import (
	"fmt"
	"slices"
	"strings"

	"lectern/converters/template/core"
	"lectern/converters/template/markup"
	"lectern/converters/template/objects"
	"lectern/converters/template/opc"
)

// included is a document that is being inserted into another document, its host.
type included struct {
	*opc.Package
	host     *core.Document
	main     string
	prefix   string                   // the prefix that its relationship ids get in the host
	numbers  map[string]string        // ids of its lists in the host, by the original ids
	notes    map[string]*objects.Note // its notes, by their keys in the inserted document
	problems *core.ProblemList
}

func openIncluded(host *core.Document, source []byte) (*included, error) {
	p, kind, main, err := core.Open(source)
	if err != nil {
		return nil, err
	}
	if !strings.HasPrefix(kind, "do") {
		return nil, fmt.Errorf("it is a .%s, but only text documents can be included", kind)
	}
	return &included{Package: p, host: host, main: main, prefix: freePrefix(host), notes: make(map[string]*objects.Note)}, nil
}

// freePrefix returns a prefix that no relationship id of the document's body and notes has.
func freePrefix(d *core.Document) string {
	for number := len(core.Extension[includeState](d).compiled) + 1; ; number++ {
		prefix := fmt.Sprintf("g%d_", number)
		if !hasPrefix(d, prefix) {
			return prefix
		}
	}
}

func hasPrefix(d *core.Document, prefix string) bool {
	parts := []string{d.Main}
	for _, n := range objects.NotesOf(d) {
		parts = append(parts, n.Part)
	}
	return slices.ContainsFunc(parts, func(part string) bool {
		relations, err := d.Relations(part)
		return err == nil && slices.ContainsFunc(relations.All, func(one opc.Relation) bool { return strings.HasPrefix(one.ID, prefix) })
	})
}

// compile returns the nodes of the document's body. All ids in them are replaced by ids of the host. Problems with the
// tags are added to found.
func (g *included) compile(found *core.ProblemList) ([]core.Node, error) {
	g.problems = found
	source, err := g.Read(g.main)
	if err != nil {
		return nil, err
	}
	tokens, err := markup.Scan(source)
	if err != nil {
		return nil, err
	}
	tokens = makePortable(tokens, "w:body")
	g.host.Flush() // writes pending styles and lists, so that the new ids follow theirs
	if g.numbers, err = g.addLists(); err != nil {
		return nil, err
	}
	if err := g.addStyles(tokens); err != nil {
		return nil, err
	}
	for _, kind := range objects.NoteKinds() {
		if err := g.addNotes(kind); err != nil {
			return nil, err
		}
	}
	if err := g.relateParts(g.main, g.host.Main); err != nil {
		return nil, err
	}
	refers := objects.ReferencesOf(g.host, g.host.Main, core.WordFormat())
	refers.Repeated = true
	for key, one := range g.notes {
		refers.Targets[key] = one
	}
	c, err := core.NewCompiler(g.main, g.body(tokens), core.WordFormat(), refers, g.host.Language, g.problems)
	if err != nil {
		return nil, err
	}
	c.Included = true
	return c.Build(0, len(c.Pieces)), nil
}

// addNotes adds the footnotes or endnotes of the document to the host.
func (g *included) addNotes(kind string) error {
	name, tokens, err := core.RelatedPart(g.Package, g.main, kind+"s")
	if err != nil || tokens == nil {
		return err
	}
	into, err := objects.NotesOfKind(g.host, kind)
	if err != nil {
		return err
	}
	if err := g.addStyles(tokens); err != nil {
		return err
	}
	if err := g.relateParts(name, into.Part); err != nil {
		return err
	}
	refers := objects.ReferencesOf(g.host, into.Part, core.WordFormat())
	_, all := objects.NewNotes(kind, name, makePortable(tokens, ""))
	for _, raw := range all {
		tokens, err := markup.Scan(raw)
		if err != nil {
			return err
		}
		one, err := into.Compile(g.tokens(tokens), refers, g.host.Language, g.problems)
		if err != nil {
			return err
		}
		g.notes[objects.NoteKey(kind, one.ID)] = one
		one.ID = "" // the host can have another note with this id
	}
	return nil
}

// body returns the markup of the body without sections and comments.
func (g *included) body(tokens []markup.Token) (out []byte) {
	at := slices.IndexFunc(tokens, func(t markup.Token) bool { return t.Name == "w:body" && t.Kind == markup.Start })
	if at < 0 {
		return nil
	}
	_, end := markup.Elements(tokens, at)
	return g.tokens(tokens[at+1 : end])
}

// tokens returns the markup of tokens with all ids replaced by ids of the host. It leaves out the elements for which
// isOmitted returns true.
func (g *included) tokens(tokens []markup.Token) (out []byte) {
	skip := 0
	for i := range tokens {
		switch t := &tokens[i]; {
		case skip > 0:
			skip += markup.DepthChange(t)
		case g.isOmitted(t):
			skip = max(0, markup.DepthChange(t))
		default:
			out = append(out, g.token(t)...)
		}
	}
	return out
}

// isOmitted reports whether an element is left out of the inserted markup. Sections, comments, and references to
// missing notes are left out.
func (g *included) isOmitted(t *markup.Token) bool {
	switch t.Name {
	case "w:sectPr", "w:commentRangeStart", "w:commentRangeEnd", "w:commentReference":
		return true
	case "w:footnoteReference", "w:endnoteReference":
		id, _ := t.Attribute("w:id")
		return g.notes[objects.NoteKey(objects.NoteKind(t), id)] == nil
	}
	return false
}

// token returns the markup of an XML tag with ids of the host.
func (g *included) token(t *markup.Token) []byte {
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

// relateParts copies the parts to which a part of the inserted document refers into the host. It adds relationships to
// these copies to a part of the host. part is the name of the inserted document's part, and hostPart is the name of the
// host's part.
func (g *included) relateParts(part, hostPart string) error {
	from, err := g.Relations(part)
	if err != nil {
		return err
	}
	to, err := g.host.Relations(hostPart)
	if err != nil {
		return err
	}
	everything := func(*opc.Relation) bool { return true }
	copier := core.PartCopier{From: g.Package, To: g.host, IsOwned: everything, Copies: map[string]string{}}
	for _, one := range from.All {
		if !slices.ContainsFunc([]string{"image", "hyperlink", "chart", "diagramData", "diagramLayout", "diagramQuickStyle", "diagramColors",
			"diagramDrawing", "oleObject", "package"}, one.Is) {
			continue
		}
		if !one.External() {
			name, err := copier.Copy(from.Part(&one))
			if err != nil {
				return err
			}
			if err := g.compileChart(&one, name); err != nil {
				return err
			}
			one.Target = "/" + name
		}
		one.ID = g.prefix + one.ID
		to.AddWithID(one)
	}
	return nil
}

// compileChart compiles the part to which a relationship refers, if that part is a chart.
func (g *included) compileChart(one *opc.Relation, part string) error {
	if !one.Is("chart") {
		return nil
	}
	source, err := g.host.Read(part)
	if err != nil {
		return err
	}
	compiled, err := core.Compile(part, source, core.DrawingFormat(), core.References{}, g.host.Language, g.problems)
	if compiled != nil {
		g.host.Programs[part] = compiled
	}
	return err
}
