package core

import (
	"lectern/converters/template/expression"
	"lectern/converters/template/markup"
)

// missingValueNode is a command that stays as the text of its tag where it has no value, and such tags are kept.
type missingValueNode struct {
	tag     *Tag
	command Node
	text    []Node
}

func (n *missingValueNode) Render(r *Renderer, s *Scope) {
	if r.KeepsTag(n.tag, s) {
		r.RenderAll(n.text, s)
		return
	}
	n.command.Render(r, s)
}

// Wrapped implements [Wrapper].
func (n *missingValueNode) Wrapped() []Node { return []Node{n.command} }

// peekedValue is the value of a tag in a scope that was looked at before the tag is rendered: expressions
// may do something, and take steps, so that they are evaluated once.
type peekedValue struct {
	tag   *Tag
	scope *Scope
	value any
	ok    bool
}

// KeepsTag says whether a tag is to stay as it is. The next one who finds the tag's value gets what was
// looked at here.
func (r *Renderer) KeepsTag(t *Tag, s *Scope) bool {
	if r.Missing != "keep" || t.Body == "" {
		return false
	}
	r.peeked = peekedValue{} // nobody took it
	value, ok := r.find(t, s)
	r.peeked = peekedValue{t, s, value, ok}
	return ok && expression.Missing(value)
}

// KeepMissing gives the node of a command, or what pieces are without it.
func (b *Builder) KeepMissing(t *Tag, from, to int, command Node) Node {
	if t.Body == "" || command == nil {
		return command
	}
	text := Builder{Compiler: b.Compiler}
	for i := from; i <= to; i++ {
		switch p := &b.Pieces[i]; p.Kind {
		case TextPiece:
			text.raw = markup.AppendEscaped(text.raw, p.Text)
		case TagPiece:
			text.raw = markup.AppendEscaped(text.raw, p.Tag.Source)
		default:
			text.addToken(&p.Token)
		}
	}
	text.flush()
	return &missingValueNode{t, command, text.nodes}
}
