package core

import (
	"lectern/converters/template/expression"
	"lectern/converters/template/markup"
)

// missingValueNode renders a command, or the text of its tag if its value is missing and the option missing is "keep".
type missingValueNode struct {
	tag     *Tag
	command Node
	text    []Node
}

// Render implements [Node].
func (n *missingValueNode) Render(r *Renderer, s *Scope) {
	if r.KeepsTag(n.tag, s) {
		r.RenderAll(n.text, s)
		return
	}
	n.command.Render(r, s)
}

// Wrapped implements [Wrapper].
func (n *missingValueNode) Wrapped() []Node { return []Node{n.command} }

// peekedValue is the value of a tag that was evaluated before the tag is rendered. Expressions can have effects and
// cost steps, so the value is kept instead of being evaluated again.
type peekedValue struct {
	tag   *Tag
	scope *Scope
	value any
	ok    bool
}

// KeepsTag reports whether a tag is written as its own text because its value is missing. The next evaluation of the
// tag returns the value that was evaluated here.
func (r *Renderer) KeepsTag(t *Tag, s *Scope) bool {
	if r.Missing != "keep" || t.Body == "" {
		return false
	}
	r.peeked = peekedValue{} // discard a value that was not used
	value, ok := r.find(t, s)
	r.peeked = peekedValue{t, s, value, ok}
	return ok && expression.Missing(value)
}

// KeepMissing returns the node of a command that is written as the text of its pieces if its value is missing.
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
