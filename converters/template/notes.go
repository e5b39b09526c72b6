package template

import (
	"slices"
	"strconv"
	"strings"

	"lectern/converters/template/markup"
	"lectern/converters/wire"
)

// notes are the footnotes, or the endnotes, of a text document (ECMA-376, part 1, 17.11).
type notes struct {
	kind       string // footnote or endnote
	part       string
	start, end []byte  // the tags of the part around the notes
	separators []byte  // what else stands there, such as the line above the notes
	own        []*note // those of the template
	last       int     // the largest id
	made       []byte  // those of the document
}

// note is one of a template. It is written for each reference to it.
type note struct {
	in    *notes       // where it is written
	id    string       // that it has the first time; empty where another one has it
	tag   markup.Token // that it begins with
	nodes []node
	// referred says that a node refers to it.
	referred bool
}

// noteParts returns the notes of a document by their kinds. The caller may add some.
func (d *document) noteParts() map[string]*notes {
	all := extension[map[string]*notes](d)
	if *all == nil {
		*all = make(map[string]*notes)
	}
	return *all
}

// noteKinds are the kinds of notes.
func noteKinds() []string { return []string{"footnote", "endnote"} }

// readNotes reads the notes of the document. Where their part is broken they are left to the look at
// all parts.
func (d *document) readNotes() {
	for _, kind := range noteKinds() {
		name, tokens, err := related(d.Package, d.main, kind+"s")
		if err != nil || tokens == nil {
			continue
		}
		n, all := newNotes(kind, name, tokens)
		d.noteParts()[kind] = n
		refers := d.references(name, wordFormat())
		for _, raw := range all {
			one, err := n.compile(raw, refers, d.language, &d.found)
			if err != nil {
				d.found.add(wire.TemplateProblem{Code: "broken-part", Part: name, Values: map[string]string{"reason": err.Error()}})
				continue
			}
			n.own = append(n.own, one)
		}
	}
}

// hasNotes says whether a part is one with notes, which were read.
func (d *document) hasNotes(part string) bool {
	for _, n := range d.noteParts() {
		if n.part == part && n.start != nil {
			return true
		}
	}
	return false
}

// newNotes takes a part with notes apart.
func newNotes(kind, part string, tokens []markup.Token) (n *notes, all [][]byte) {
	n = &notes{kind: kind, part: part}
	root, elements := top(tokens)
	if root < 0 {
		return n, nil
	}
	n.start, n.end = rawOf(tokens[:root+1]), []byte("</"+tokens[root].Name+">")
	for _, one := range elements {
		if id := numberIn(one.raw, "w:id"); id > n.last {
			n.last = id
		}
		if isNote(one, kind) {
			all = append(all, one.raw)
		} else {
			n.separators = append(n.separators, one.raw...)
		}
	}
	return n, all
}

// isNote says whether an element is a note, and none of the lines between text and notes.
func isNote(c child, kind string) bool {
	tokens, err := markup.Scan(c.raw)
	if err != nil || len(tokens) == 0 || c.name != "w:"+kind {
		return false
	}
	what, said := tokens[0].Attribute("w:type")
	return !said || what == "normal"
}

// compile makes a note of its markup.
func (n *notes) compile(raw []byte, refers references, l *tagLanguage, found *problems) (*note, error) {
	refers.again = true
	c, err := newCompiler(n.part, raw, wordFormat(), refers, l, found)
	if err != nil {
		return nil, err
	}
	one := &note{in: n, tag: c.pieces[0].token, nodes: c.build(0, len(c.pieces))}
	one.id, _ = one.tag.Attribute("w:id")
	return one, nil
}

// add adds a note, and gives its id.
func (n *notes) add(write func(id string) []byte) string {
	n.last++
	id := strconv.Itoa(n.last)
	n.made = append(n.made, write(id)...)
	return id
}

// noteNode is a tag of the markup that refers to a note, which is written anew for it.
type noteNode struct {
	note          *note
	before, after []byte // of the tag of the markup, around the id
}

// noteKey returns the key of a note among the targets of tags.
func noteKey(kind, id string) string { return targetKey("w:"+kind+"Reference", id) }

// noteKind gives the kind of the notes that a tag of the markup refers to; empty where it does not.
func noteKind(t *markup.Token) string {
	kind, ok := strings.CutSuffix(strings.TrimPrefix(t.Name, "w:"), "Reference")
	if !ok || !slices.Contains(noteKinds(), kind) {
		return ""
	}
	return kind
}

// reference implements [target].
func (n *note) reference(t *markup.Token) node {
	n.referred = true
	made := &noteNode{note: n}
	made.before, made.after = around(t, "w:id")
	return made
}

// wrapped implements [wrapper].
func (n *noteNode) wrapped() []node { return n.note.nodes }

func (n *noteNode) render(r *renderer, s *scope) {
	r.out = append(append(append(r.out, n.before...), r.note(n.note, s)...), n.after...)
}

// note writes a note with the values of a place, and gives its id.
func (r *renderer) note(n *note, s *scope) (id string) {
	made := r.within(func() {
		r.part = n.in.part
		r.renderAll(n.nodes, s)
	})
	if r.stopped {
		return n.id
	}
	if len(n.in.made)+len(made) > mostOutput {
		r.stopped = true
		r.found.add(wire.TemplateProblem{Code: "too-large", Part: n.in.part})
	}
	write := func(id string) []byte { return append(n.tag.With("w:id", id), made[len(n.tag.Raw):]...) }
	if n.id == "" {
		return n.in.add(write)
	}
	id, n.id = n.id, ""
	n.in.made = append(n.in.made, write(id)...)
	return id
}

// loose gives the nodes of the notes that no node refers to, for the text with their references has no
// tags: they are of the whole document.
func (n *notes) loose() (all []node) {
	for _, one := range n.own {
		if !one.referred {
			all = append(all, &noteNode{note: one})
		}
	}
	return all
}

// addNoteTargets adds the notes of the document to the targets of tags.
func (d *document) addNoteTargets(targets map[string]target) {
	for kind, n := range d.noteParts() {
		for _, one := range n.own {
			targets[noteKey(kind, one.id)] = one
		}
	}
}

// writeNotes writes the parts with the notes of the document.
func (r *renderer) writeNotes() {
	for _, n := range r.document.noteParts() {
		if n.start != nil {
			r.document.Write(n.part, slices.Concat(n.start, n.separators, r.document.language.finish(r, n.made), n.end))
		}
	}
}

// notesOf gives the notes of a kind, which are made where there are none.
func (d *document) notesOf(kind string) (*notes, error) {
	if n := d.noteParts()[kind]; n != nil && n.start != nil {
		return n, nil
	}
	const (
		types  = "application/vnd.openxmlformats-officedocument.wordprocessingml."
		office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
		none   = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:notes ` +
			`xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">` +
			`<w:note w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:note>` +
			`<w:note w:type="continuationSeparator" w:id="0"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:note></w:notes>`
	)
	name, tokens, err := d.side(kind+"s", kind+"s.xml", types+kind+"s+xml", office+kind+"s", strings.ReplaceAll(none, ":note", ":"+kind))
	if err != nil {
		return nil, err
	}
	n, _ := newNotes(kind, name, tokens)
	d.noteParts()[kind] = n
	return n, nil
}
