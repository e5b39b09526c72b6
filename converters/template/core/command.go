package core

import (
	"slices"

	"lectern/converters/template/markup"
)

// Command is the behavior of a named tag, such as {:pagebreak}. Each function is for one kind of place; it is nil if
// the tag is not allowed there.
type Command struct {
	// Inline returns the node of a tag within a run, or nil if the tag is not allowed in documents of this format.
	Inline func(t *Tag, r *Run) Node
	// Block returns the node of a tag that is the only text of its paragraph. The node replaces the paragraph. If Block
	// returns nil, the tag is handled within its run.
	Block func(t *Tag, paragraph *Paragraph) Node
	// Shape returns the node of a tag that is the only text of a shape on a slide. The node replaces the shape. start
	// is the index of the piece at which the shape starts.
	Shape func(b *Builder, t *Tag, start int) Node
	// Handle handles a tag in any place. It returns false if the tag is misplaced.
	Handle func(b *Builder, t *Tag) bool
}

// Paragraph is a paragraph that a command replaces.
type Paragraph struct {
	Format     *Format
	Properties []byte
	Width      int64 // the available width, in EMU; 0 if it is unknown
	Run        *Run  // the run that contains the tag; nil if there is none
}

// addCommand adds the node of a command within a run, or reports that the command is misplaced.
func (b *Builder) addCommand(i int) {
	t := b.Pieces[i].Tag
	c, known := b.Language.Commands[t.Command]
	if !known || c.Handle != nil && c.Handle(b, t) {
		return // parsing has reported the unknown tag, or Handle has processed it
	}
	if run := b.runAt(i); run != nil && c.Inline != nil {
		if node := c.Inline(t, run); node != nil {
			b.Add(b.KeepMissing(t, i, i, node))
			return
		}
	}
	b.Problems.Add(t.Problem("misplaced-tag", "name", t.Command))
}

// replaceElement returns the node that replaces the element starting at piece i, or nil if the element stays. A command
// that is the only text of a paragraph or shape replaces that whole element.
func (b *Builder) replaceElement(i int) Node {
	p := &b.Pieces[i]
	if p.Token.Name != b.Format.RawTarget && p.Token.Name != b.Format.Paragraph {
		return nil
	}
	at := i + slices.IndexFunc(b.Pieces[i:p.Match], func(p Piece) bool { return p.Kind == TagPiece })
	if b.Pieces[at].Removed || !b.isOnlyText(at, i) {
		return nil
	}
	t := b.Pieces[at].Tag
	return b.KeepMissing(t, i, p.Match, b.replacement(t, i, at))
}

// replacement returns the node that replaces the element starting at piece i, because the element contains the tag t.
// The parameter at is the index of the tag's piece. If the element stays, replacement returns nil.
func (b *Builder) replacement(t *Tag, i, at int) Node {
	name := b.Pieces[i].Token.Name
	switch {
	case t.Kind == rawTag && name == b.Format.RawTarget:
		kind := ParagraphKind
		if name == "p:sp" {
			kind = ShapeKind
		}
		return &rawMarkupNode{t, kind, b.namespacesAt(i)}
	case t.Kind != CommandTag:
		return nil
	}
	c := b.Language.Commands[t.Command]
	switch {
	case name == "p:sp" && c.Shape != nil:
		return c.Shape(b, t, i)
	case name == b.Format.Paragraph && c.Block != nil:
		return c.Block(t, &Paragraph{b.Format, b.paragraphProperties(i), b.availableWidth(i), b.runAt(at)})
	}
	return nil
}

// paragraphProperties returns the markup of a paragraph's properties element.
func (b *Builder) paragraphProperties(start int) []byte {
	name := b.Format.Paragraph + "Pr"
	for i := start + 1; i < b.Pieces[start].Match; i++ {
		if p := &b.Pieces[i]; p.Kind == MarkupPiece && p.Token.Name == name && p.parent == start {
			if p.Token.Kind == markup.Empty {
				return p.Token.Raw
			}
			return b.sourceOf(i, p.Match)
		}
	}
	return nil
}
