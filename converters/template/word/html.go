package word

import (
	"lectern/converters/template/core"
	"lectern/converters/template/objects"
	"lectern/converters/template/richtext"
)

// htmlNode is the tag {~text} with HTML in the middle of a paragraph of a text document.
type htmlNode struct {
	tag *core.Tag
	run *core.Run
}

// InlineHTML returns the node of HTML in the middle of a paragraph of a text document.
func InlineHTML(t *core.Tag, r *core.Run) core.Node { return &htmlNode{t, r} }

// Reads implements [core.OneTagNode].
func (n *htmlNode) Reads() (*core.Tag, core.ParameterKind) { return n.tag, core.TextKind }

// Render implements [core.Node].
func (n *htmlNode) Render(r *core.Renderer, s *core.Scope) {
	spans := richtext.Flatten(objects.ReadBlocks(r, n.tag, s))
	if len(spans) == 0 {
		return
	}
	run := r.WithLink(n.run)
	r.Out = run.End(r.Out)
	w := newRichTextWriter(r, n.tag, &core.Paragraph{Format: run.Format, Width: run.Width, Run: run})
	w.spans(spans, w.run)
	r.Out = run.Begin(r.Out)
}

// htmlBlock is the tag {~~text} with HTML that replaces a paragraph of a text document.
type htmlBlock struct {
	tag       *core.Tag
	paragraph *core.Paragraph
}

// BlockHTML returns the node of HTML that replaces a paragraph. It returns nil if the tag is not in a run.
func BlockHTML(t *core.Tag, paragraph *core.Paragraph) core.Node {
	if paragraph.Run == nil {
		return nil
	}
	return &htmlBlock{t, paragraph}
}

// Reads implements [core.OneTagNode].
func (n *htmlBlock) Reads() (*core.Tag, core.ParameterKind) { return n.tag, core.TextKind }

// Render implements [core.Node].
func (n *htmlBlock) Render(r *core.Renderer, s *core.Scope) {
	newRichTextWriter(r, n.tag, n.paragraph).document(objects.ReadBlocks(r, n.tag, s))
}
