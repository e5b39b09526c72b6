package word

import (
	"slices"

	"lectern/converters/template/core"
	"lectern/converters/template/markup"
	"lectern/converters/template/objects"
)

// addedParts are the styles and lists that are added to a document. They are written when the document is flushed.
type addedParts struct {
	styles    *styleSheet // nil if no style was asked for
	ownStyles map[string]bool
	numbering *numbering // nil if no list was added
}

func addedPartsOf(d *core.Document) *addedParts { return core.Extension[addedParts](d) }

// flushLater writes the parts the next time that the document is flushed. Call it after the styles or the numbering
// were set.
func (w *addedParts) flushLater(d *core.Document) {
	if w.styles == nil || w.numbering == nil { // it is not registered yet
		d.OnFlush(func() { w.write(d) })
	}
}

// write writes the parts with the added styles and lists.
func (w *addedParts) write(d *core.Document) {
	if s := w.styles; s != nil {
		end := len(s.tokens) - 1
		for s.tokens[end].Kind != markup.End {
			end--
		}
		d.Write(s.part, slices.Concat(markup.Raw(s.tokens[:end]), s.added, markup.Raw(s.tokens[end:])))
	}
	if n := w.numbering; n != nil {
		d.Write(n.part, objects.WithLists(n.tokens, n.abstracts, n.instances))
	}
	w.styles, w.numbering = nil, nil
}
