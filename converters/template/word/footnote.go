package word

import (
	"fmt"

	"lectern/converters/template/core"
	"lectern/converters/template/expression"
	"lectern/converters/template/objects"
)

// footnoteNode is the tag {:footnote text}, which inserts a footnote.
type footnoteNode struct {
	tag *core.Tag
	run *core.Run
}

// InlineFootnote returns the node of the tag {:footnote text}. Rendering the node adds a footnote to the document.
func InlineFootnote(t *core.Tag, r *core.Run) core.Node { return &footnoteNode{t, r} }

// Reads implements [core.OneTagNode].
func (n *footnoteNode) Reads() (*core.Tag, core.ParameterKind) { return n.tag, core.TextKind }

// Render implements [core.Node].
func (n *footnoteNode) Render(r *core.Renderer, s *core.Scope) {
	value, ok := r.Value(n.tag, s)
	if !ok || !expression.Truthy(value) {
		return
	}
	if r.Part != r.Document.Main || n.run.Format.Text != "w:t" || n.run.InTextBox {
		r.Problems.Add(n.tag.Problem("misplaced-tag", "name", n.tag.Command))
		return
	}
	notes, err := objects.NotesOfKind(r.Document, "footnote")
	if err != nil {
		r.Fail(err)
		return
	}
	text := r.Text(n.tag, value)
	id := notes.AddNote(func(id string) []byte { return footnoteMarkup(id, text) })
	r.Out = fmt.Appendf(n.run.End(r.Out), `<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="%s"/></w:r>`, id)
	r.Out = n.run.Begin(r.Out)
}

func footnoteMarkup(id, text string) []byte {
	out := fmt.Appendf(nil, `<w:footnote w:id="%s"><w:p><w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteRef/></w:r>`, id)
	return append(plainRun(nil).Append(out, " "+text), "</w:p></w:footnote>"...)
}
