package core

import (
	"bytes"

	"lectern/converters/template/expression"
)

// LoopNode renders its body for each item of a list, or if a condition is true.
type LoopNode struct {
	Tag      *Tag
	Body     []Node
	Branches []BranchNode
	// before is written before each item, between is written between two items, and after is written after all items.
	// Each is the markup of page breaks or of the section break at the end of an item, or nil.
	before, between, after []byte
}

// BranchNode is rendered if its condition is true and no earlier branch was rendered.
type BranchNode struct {
	Tag  *Tag
	Body []Node
}

// Render implements [Node].
func (n *LoopNode) Render(r *Renderer, s *Scope) {
	value, ok := r.Value(n.Tag, s)
	if !ok {
		return
	}
	holds := expression.Truthy(value)
	switch list, isList := value.([]any); {
	case n.Tag.Kind == InvertedTag:
		if !holds {
			n.renderOnce(r, s)
			return
		}
	case holds && isList && !n.Tag.IsIf:
		n.renderEach(r, s, list)
		return
	case holds:
		inner := s
		if object, isObject := value.(map[string]any); isObject && !n.Tag.IsIf {
			inner = &Scope{Outer: s, Value: object}
		}
		n.renderOnce(r, inner)
		return
	}
	n.renderBranch(r, s)
}

func (n *LoopNode) renderOnce(r *Renderer, s *Scope) {
	r.Out = append(r.Out, n.before...)
	r.RenderAll(n.Body, s)
	r.breakPage(n.after)
}

func (n *LoopNode) renderEach(r *Renderer, s *Scope, list []any) {
	for i, item := range list {
		if !r.StartIteration(n.Tag) {
			return
		}
		r.Out = append(r.Out, n.before...)
		if i > 0 {
			r.Out = append(r.Out, n.between...)
		}
		r.RenderAll(n.Body, &Scope{Outer: s, Value: item, Index: i, Count: len(list)})
	}
	r.breakPage(n.after)
}

// renderBranch renders the first branch whose condition is true. It is called if the list has no items, or if the
// condition of the loop is false.
func (n *LoopNode) renderBranch(r *Renderer, s *Scope) {
	for i := range n.Branches {
		b := &n.Branches[i]
		if b.Tag.Command == "else" {
			r.RenderAll(b.Body, s)
			return
		}
		if value, ok := r.Value(b.Tag, s); ok && expression.Truthy(value) {
			r.RenderAll(b.Body, s)
			return
		}
	}
	r.Out = append(r.Out, n.after...)
}

// breakPage writes a paragraph with a page break. If the output ends with a paragraph, the page break is appended to
// that paragraph instead.
func (r *Renderer) breakPage(paragraph []byte) {
	end := []byte("</w:p>")
	if run, ok := bytes.CutPrefix(paragraph, []byte("<w:p>")); ok && bytes.HasSuffix(r.Out, end) {
		r.Out = append(r.Out[:len(r.Out)-len(end)], run...)
		return
	}
	r.Out = append(r.Out, paragraph...)
}
