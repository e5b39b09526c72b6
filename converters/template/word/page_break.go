package word

import (
	"slices"

	"lectern/converters/template/core"
)

// InlinePageBreak returns the node of a page break within a run, or nil if the document is not a text document.
func InlinePageBreak(_ *core.Tag, r *core.Run) core.Node {
	if !r.Format.IsWord() {
		return nil
	}
	return core.RawNode(slices.Concat([]byte(`</w:t><w:br w:type="page"/>`), r.Text))
}

// BlockPageBreak returns the node of a page break that replaces a paragraph, or nil if the document is not a text
// document.
func BlockPageBreak(_ *core.Tag, paragraph *core.Paragraph) core.Node {
	if !paragraph.Format.IsWord() {
		return nil
	}
	return core.RawNode(slices.Concat([]byte("<w:p>"), paragraph.Properties, []byte(`<w:r><w:br w:type="page"/></w:r></w:p>`)))
}
