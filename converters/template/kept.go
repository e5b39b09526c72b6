package template

import (
	"lectern/converters/template/expression"
	"lectern/converters/template/markup"
)

// keptNode is a command that stays as the text of its tag where it has no value, and such tags are kept.
type keptNode struct {
	tag     *tag
	command node
	text    []node
}

func (n *keptNode) render(r *renderer, s *scope) {
	if r.keeps(n.tag, s) {
		r.renderAll(n.text, s)
		return
	}
	n.command.render(r, s)
}

// wrapped implements [wrapper].
func (n *keptNode) wrapped() []node { return []node{n.command} }

// looked is the value of a tag in a scope that was looked at before the tag is rendered: expressions
// may do something, and take steps, so that they are evaluated once.
type looked struct {
	tag   *tag
	scope *scope
	value any
	ok    bool
}

// keeps says whether a tag is to stay as it is. The next one who finds the tag's value gets what was
// looked at here.
func (r *renderer) keeps(t *tag, s *scope) bool {
	if r.missing != "keep" || t.body == "" {
		return false
	}
	r.looked = looked{} // nobody took it
	value, ok := r.find(t, s)
	r.looked = looked{t, s, value, ok}
	return ok && expression.Missing(value)
}

// kept gives the node of a command, or what pieces are without it.
func (b *builder) kept(t *tag, from, to int, command node) node {
	if t.body == "" || command == nil {
		return command
	}
	text := builder{compiler: b.compiler}
	for i := from; i <= to; i++ {
		switch p := &b.pieces[i]; p.kind {
		case textPiece:
			text.raw = markup.AppendEscaped(text.raw, p.text)
		case tagPiece:
			text.raw = markup.AppendEscaped(text.raw, p.tag.source)
		default:
			text.markup(&p.token)
		}
	}
	text.flush()
	return &keptNode{t, command, text.nodes}
}
