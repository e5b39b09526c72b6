package core

import (
	"lectern/converters/template/expression"
	"lectern/converters/template/markup"
)

// missingValueNode renders a command. If the command's value is missing and the policy for missing values is "keep", it
// renders the text of the tag instead.
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

// peekedValue is the value of a tag that was evaluated before the tag is rendered. The value is kept, because a second
// evaluation would repeat the side effects and the cost of the expression.
type peekedValue struct {
	tag   *Tag
	scope *Scope
	value any
	ok    bool
}

// KeepsTag evaluates a tag. It reports whether the text of the tag must be written, because the tag has no value and
// the policy for missing values is "keep". The next call of Value for the tag returns the value that KeepsTag has
// computed.
func (r *Renderer) KeepsTag(t *Tag, s *Scope) bool {
	if r.Missing != "keep" || t.Body == "" {
		return false
	}
	r.peeked = peekedValue{} // discard an unused value
	value, ok := r.find(t, s)
	r.peeked = peekedValue{t, s, value, ok}
	return ok && expression.Missing(value)
}

// KeepMissing returns a node that renders command. If the value of the tag is missing and the policy is "keep", the
// node renders the pieces in the range [from, to], including both ends, as text instead.
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
