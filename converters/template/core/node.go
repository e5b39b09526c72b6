package core

import (
	"strconv"
	"strings"

	"lectern/converters/template/markup"
)

// Node is a node of a compiled template. Render appends its markup to the output of r.
type Node interface {
	Render(r *Renderer, s *Scope)
}

// RawNode is markup without template tags.
type RawNode []byte

// Render implements [Node].
func (n RawNode) Render(r *Renderer, _ *Scope) { r.Out = append(r.Out, n...) }

// valueNode writes the text of a value.
type valueNode struct {
	tag *Tag
	run *Run
}

// Reads implements [OneTagNode].
func (n *valueNode) Reads() (*Tag, ParameterKind) { return n.tag, TextKind }

// Render implements [Node].
func (n *valueNode) Render(r *Renderer, s *Scope) {
	value, ok := r.Value(n.tag, s)
	if !ok {
		return
	}
	text := r.Text(n.tag, value)
	if r.Escape != nil {
		text = r.Escape(text)
	}
	if n.run == nil || !strings.ContainsAny(text, "\n\t") {
		r.Out = markup.AppendEscaped(r.Out, text)
		return
	}
	r.Out = r.WithLink(n.run).appendText(r.Out, text)
}

// RequiredContentNode is an element that must not be empty. If its rendered body does not comply with the rule, the
// filler of the rule is added; if the rule has no filler, the element is left out.
type RequiredContentNode struct {
	rule       *contentRule
	start, end []byte
	Body       []Node
}

// Render implements [Node].
func (n *RequiredContentNode) Render(r *Renderer, s *Scope) {
	begin := len(r.Out)
	r.Out = append(r.Out, n.start...)
	inner := len(r.Out)
	r.RenderAll(n.Body, s)
	if !n.rule.isMet(r.Out[inner:]) {
		if n.rule.filler == "" {
			r.Out = r.Out[:begin]
			return
		}
		r.Out = append(r.Out, n.rule.filler...)
	}
	r.Out = append(r.Out, n.end...)
}

// idNode is the start tag of an element with an id. It is written with the original id the first time, and with a new
// id each time after that.
type idNode struct {
	before, after []byte
	original      string
	alwaysNew     bool // write a new id the first time, too
}

// Render implements [Node].
func (n *idNode) Render(r *Renderer, _ *Scope) {
	id := n.original
	if n.alwaysNew || r.usedIDs[n] {
		id = strconv.Itoa(r.NewID())
	}
	r.usedIDs[n] = true
	r.Out = append(append(append(r.Out, n.before...), id...), n.after...)
}
