package word

import (
	"slices"

	"lectern/converters/template/core"
	"lectern/converters/template/markup"
	"lectern/converters/template/objects"
)

// addedParts contains the styles and lists that are added to a document. They are written when [core.Document.Flush] is
// called.
type addedParts struct {
	styles        *styleSheet // nil if no style was needed
	addedStyleIDs map[string]bool
	numbering     *numbering // nil if no list was needed
}

func addedPartsOf(d *core.Document) *addedParts { return core.Extension[addedParts](d) }

// flushLater registers the function write, so that the next flush of the document writes the added styles and lists. It
// must be called each time the field styles or the field numbering is set.
func (w *addedParts) flushLater(d *core.Document) {
	if w.styles == nil || w.numbering == nil { // the first of the two was set, so write is not registered yet
		d.OnFlush(func() { w.write(d) })
	}
}

// write writes the styles part and the numbering part with the added styles and lists.
func (w *addedParts) write(d *core.Document) {
	if s := w.styles; s != nil {
		end := len(s.tokens) - 1
		for s.tokens[end].Kind != markup.End {
			end--
		}
		d.Write(s.part, slices.Concat(markup.Raw(s.tokens[:end]), s.added, markup.Raw(s.tokens[end:])))
	}
	if n := w.numbering; n != nil {
		d.Write(n.part, objects.AppendLists(n.tokens, n.abstracts, n.instances))
	}
	w.styles, w.numbering = nil, nil
}
