package objects

import (
	"slices"
	"strconv"
	"strings"

	"lectern/converters/template/core"
	"lectern/converters/template/markup"
	"lectern/converters/wire"
)

// noteSet contains the footnotes or the endnotes of a text document (ECMA-376, part 1, 17.11).
type noteSet struct {
	kind       string // "footnote" or "endnote"
	Part       string
	start, end []byte  // the start tag and the end tag of the root element
	separators []byte  // elements that are not notes, such as the separator line
	notes      []*Note // the notes of the template
	lastID     int     // the largest used id
	rendered   []byte  // the markup of the rendered notes
}

// Note is a note of the template. It is rendered once for each reference to it.
type Note struct {
	set   *noteSet     // the notes that the rendered note is added to
	ID    string       // the id for the next rendering; empty if a new one is needed
	tag   markup.Token // the start tag of the note
	nodes []core.Node
	// referred states that a node refers to the note.
	referred bool
}

// NotesOf returns a map from the kinds of notes to the notes of a document. The caller can add kinds to the map.
func NotesOf(d *core.Document) map[string]*noteSet {
	all := core.Extension[map[string]*noteSet](d)
	if *all == nil {
		*all = make(map[string]*noteSet)
	}
	return *all
}

// NoteKinds returns the two kinds of notes in a text document: "footnote" and "endnote".
func NoteKinds() []string { return []string{"footnote", "endnote"} }

// ReadNotes reads and compiles the footnotes and endnotes of the document. If their part is broken, the error is
// reported later, when all parts are compiled.
func ReadNotes(d *core.Document) {
	for _, kind := range NoteKinds() {
		name, tokens, err := core.RelatedPart(d.Package, d.Main, kind+"s")
		if err != nil || tokens == nil {
			continue
		}
		n, all := NewNotes(kind, name, tokens)
		NotesOf(d)[kind] = n
		refers := ReferencesOf(d, name, core.WordFormat())
		for _, raw := range all {
			one, err := n.Compile(raw, refers, d.Language, &d.Problems)
			if err != nil {
				d.Problems.Add(wire.TemplateProblem{Code: "broken-part", Part: name, Values: map[string]string{"reason": err.Error()}})
				continue
			}
			n.notes = append(n.notes, one)
		}
	}
}

// HasNotes reports whether ReadNotes has read the notes in the given part.
func HasNotes(d *core.Document, part string) bool {
	for _, n := range NotesOf(d) {
		if n.Part == part && n.start != nil {
			return true
		}
	}
	return false
}

// NewNotes splits a part that contains notes. The result all contains the markup of each note, and n contains the rest
// of the markup.
func NewNotes(kind, part string, tokens []markup.Token) (n *noteSet, all [][]byte) {
	n = &noteSet{kind: kind, Part: part}
	root, elements := markup.RootElements(tokens)
	if root < 0 {
		return n, nil
	}
	n.start, n.end = markup.Raw(tokens[:root+1]), []byte("</"+tokens[root].Name+">")
	for _, one := range elements {
		if id := markup.NumberIn(one.Raw, "w:id"); id > n.lastID {
			n.lastID = id
		}
		if isNote(one, kind) {
			all = append(all, one.Raw)
		} else {
			n.separators = append(n.separators, one.Raw...)
		}
	}
	return n, all
}

// isNote reports whether an element is a note rather than a separator between the text and the notes.
func isNote(c markup.Element, kind string) bool {
	tokens, err := markup.Scan(c.Raw)
	if err != nil || len(tokens) == 0 || c.Name != "w:"+kind {
		return false
	}
	what, isSet := tokens[0].Attribute("w:type")
	return !isSet || what == "normal"
}

// Compile compiles the markup of a note. The note is not added to the set.
func (n *noteSet) Compile(raw []byte, refers core.References, l *core.Language, found *core.ProblemList) (*Note, error) {
	refers.Repeated = true
	c, err := core.NewCompiler(n.Part, raw, core.WordFormat(), refers, l, found)
	if err != nil {
		return nil, err
	}
	one := &Note{set: n, tag: c.Pieces[0].Token, nodes: c.Build(0, len(c.Pieces))}
	one.ID, _ = one.tag.Attribute("w:id")
	return one, nil
}

// AddNote renders a note: it calls the function write with a new id, and appends the markup that write returns. It
// returns the id.
func (n *noteSet) AddNote(write func(id string) []byte) string {
	n.lastID++
	id := strconv.Itoa(n.lastID)
	n.rendered = append(n.rendered, write(id)...)
	return id
}

// noteNode is a reference to a note. Rendering it also renders a copy of the note.
type noteNode struct {
	note          *Note
	before, after []byte // the markup around the id
}

// NoteKey returns the key under which [core.References] contains a note, in its field Targets.
func NoteKey(kind, id string) string { return core.TargetKey("w:"+kind+"Reference", id) }

// NoteKind returns the kind of note that an XML element refers to, or "" if the element is not a reference to a note.
func NoteKind(t *markup.Token) string {
	kind, ok := strings.CutSuffix(strings.TrimPrefix(t.Name, "w:"), "Reference")
	if !ok || !slices.Contains(NoteKinds(), kind) {
		return ""
	}
	return kind
}

// Reference implements [core.Target].
func (n *Note) Reference(t *markup.Token) core.Node {
	n.referred = true
	made := &noteNode{note: n}
	made.before, made.after = markup.SplitAttribute(t, "w:id")
	return made
}

// Wrapped implements [core.Wrapper].
func (n *noteNode) Wrapped() []core.Node { return n.note.nodes }

// Render implements [core.Node].
func (n *noteNode) Render(r *core.Renderer, s *core.Scope) {
	r.Out = append(append(append(r.Out, n.before...), writeNote(r, n.note, s)...), n.after...)
}

// writeNote renders a note in the scope s and returns the id of the rendered note.
func writeNote(r *core.Renderer, n *Note, s *core.Scope) (id string) {
	made := r.RenderSeparately(func() {
		r.Part = n.set.Part
		r.RenderAll(n.nodes, s)
	})
	if r.Stopped {
		return n.ID
	}
	if len(n.set.rendered)+len(made) > core.MaxOutput {
		r.Stopped = true
		r.Problems.Add(wire.TemplateProblem{Code: "too-large", Part: n.set.Part})
	}
	write := func(id string) []byte { return append(n.tag.With("w:id", id), made[len(n.tag.Raw):]...) }
	if n.ID == "" {
		return n.set.AddNote(write)
	}
	id, n.ID = n.ID, ""
	n.set.rendered = append(n.set.rendered, write(id)...)
	return id
}

// UnreferencedNotes returns nodes for the notes to which no node refers. The references to these notes are in text
// without tags, for which there are no nodes. The caller renders each returned node once.
func (n *noteSet) UnreferencedNotes() (all []core.Node) {
	for _, one := range n.notes {
		if !one.referred {
			all = append(all, &noteNode{note: one})
		}
	}
	return all
}

// AddNoteTargets adds the notes of the document to targets.
func AddNoteTargets(d *core.Document, targets map[string]core.Target) {
	for kind, n := range NotesOf(d) {
		for _, one := range n.notes {
			targets[NoteKey(kind, one.ID)] = one
		}
	}
}

// WriteNotes writes the parts with the rendered notes. It must be called after the parts that refer to the notes are
// rendered.
func WriteNotes(r *core.Renderer) {
	for _, n := range NotesOf(r.Document) {
		if n.start != nil {
			r.Document.Write(n.Part, slices.Concat(n.start, n.separators, r.Document.Language.Finish(r, n.rendered), n.end))
		}
	}
}

// NotesOfKind returns the footnotes or endnotes of the document. If the document has none, a part for them is added.
func NotesOfKind(d *core.Document, kind string) (*noteSet, error) {
	if n := NotesOf(d)[kind]; n != nil && n.start != nil {
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
	name, tokens, err := d.EnsurePart(kind+"s", kind+"s.xml", types+kind+"s+xml", office+kind+"s", strings.ReplaceAll(none, ":note", ":"+kind))
	if err != nil {
		return nil, err
	}
	n, _ := NewNotes(kind, name, tokens)
	NotesOf(d)[kind] = n
	return n, nil
}
