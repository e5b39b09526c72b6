package word

import (
	"slices"

	"lectern/converters/template/core"
)

// InlinePageBreak returns the node of a page break within a run. If the document is not a text document, the node
// writes nothing.
func InlinePageBreak(_ *core.Tag, r *core.Run) core.Node {
	if r.Format.Text != "w:t" {
		return core.RawNode(nil)
	}
	return core.RawNode(slices.Concat([]byte(`</w:t><w:br w:type="page"/>`), r.Text))
}

// BlockPageBreak returns the node of a page break that replaces a paragraph. If the document is not a text document,
// the node writes nothing, so the paragraph is removed.
func BlockPageBreak(_ *core.Tag, paragraph *core.Paragraph) core.Node {
	if paragraph.Format.Text != "w:t" {
		return core.RawNode(nil)
	}
	return core.RawNode(slices.Concat([]byte("<w:p>"), paragraph.Properties, []byte(`<w:r><w:br w:type="page"/></w:r></w:p>`)))
}
