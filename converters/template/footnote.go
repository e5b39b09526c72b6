package template

import (
	"fmt"

	"lectern/converters/template/expression"
)

// footnoteNode is a note at the foot of the page: {:footnote text}.
type footnoteNode struct {
	tag *tag
	run *run
}

func inlineFootnote(t *tag, r *run) node { return &footnoteNode{t, r} }

// reads implements [tagged].
func (n *footnoteNode) reads() (*tag, kind) { return n.tag, textKind }

func (n *footnoteNode) render(r *renderer, s *scope) {
	value, ok := r.value(n.tag, s)
	if !ok || !expression.Truthy(value) {
		return
	}
	if r.part != r.document.main || n.run.format.text != "w:t" || n.run.boxed {
		r.found.add(n.tag.problem("misplaced-tag", "name", n.tag.command))
		return
	}
	notes, err := r.document.notesOf("footnote")
	if err != nil {
		r.fail(err)
		return
	}
	text := r.text(n.tag, value)
	id := notes.add(func(id string) []byte { return newFootnote(id, text) })
	r.out = fmt.Appendf(n.run.end(r.out), `<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="%s"/></w:r>`, id)
	r.out = n.run.begin(r.out)
}

// newFootnote gives a note with a text.
func newFootnote(id, text string) []byte {
	out := fmt.Appendf(nil, `<w:footnote w:id="%s"><w:p><w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteRef/></w:r>`, id)
	return append(plainRun(nil).append(out, " "+text), "</w:p></w:footnote>"...)
}
