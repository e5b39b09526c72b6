package core

import (
	"slices"

	"lectern/converters/template/markup"
)

// Command is what a tag with a name does, such as {:pagebreak}.
type Command struct {
	// Inline makes the node of a tag within a run; nil where it cannot stand there.
	Inline func(t *Tag, r *Run) Node
	// Block makes the node of a tag that is all the text of its paragraph, whose place it takes;
	// nil where it stays within it.
	Block func(t *Tag, around *Paragraph) Node
	// Shape makes the node of a tag that is all the text of the shape of a slide that starts at a piece.
	Shape func(b *Builder, t *Tag, start int) Node
	// Handle handles a tag wherever it stands. It reports false if the tag is misplaced there.
	Handle func(b *Builder, t *Tag) bool
}

// Paragraph is a paragraph whose place something takes.
type Paragraph struct {
	Format     *Format
	Properties []byte
	Width      int64 // the width that there is, in EMU; 0 where that is not known
	Run        *Run  // that of the tag; nil where it is in none
}

// addCommand adds what becomes of a command within a run.
func (b *Builder) addCommand(i int) {
	t := b.Pieces[i].Tag
	c, known := b.Language.Commands[t.Command]
	if !known || c.Handle != nil && c.Handle(b, t) {
		return // the problem was reported when the tag was parsed, or the command is done
	}
	if run := b.runAt(i); run != nil && c.Inline != nil {
		b.Add(b.KeepMissing(t, i, i, c.Inline(t, run)))
		return
	}
	b.Found.Add(t.Problem("misplaced-tag", "name", t.Command))
}

// replaceElement gives the node that takes the place of the element that begins at a piece; nil where
// it stays. A tag takes its place that is all its text.
func (b *Builder) replaceElement(i int) Node {
	p := &b.Pieces[i]
	if p.Token.Name != b.Format.Replaced && p.Token.Name != b.Format.Paragraph {
		return nil
	}
	at := i + slices.IndexFunc(b.Pieces[i:p.Match], func(p Piece) bool { return p.Kind == TagPiece })
	if b.Pieces[at].Removed || !b.isOnlyText(at, i) {
		return nil
	}
	t := b.Pieces[at].Tag
	return b.KeepMissing(t, i, p.Match, b.replacement(t, i, at))
}

// replacement gives the node of a tag, at a piece, that takes the place of the element that begins at another
// one; nil where it stays.
func (b *Builder) replacement(t *Tag, i, at int) Node {
	name := b.Pieces[i].Token.Name
	switch {
	case t.Kind == rawTag && name == b.Format.Replaced:
		kind := ParagraphKind
		if name == "p:sp" {
			kind = ShapeKind
		}
		return &rawMarkupNode{t, kind, b.spacesAt(i)}
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

// paragraphProperties gives the markup of the properties of a paragraph.
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
