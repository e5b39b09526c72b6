package template

import (
	"slices"

	"lectern/converters/template/markup"
)

// command is what a tag with a name does, such as {:pagebreak}.
type command struct {
	// inline makes the node of a tag within a run; nil where it cannot stand there.
	inline func(t *tag, r *run) node
	// block makes the node of a tag that is all the text of its paragraph, whose place it takes;
	// nil where it stays within it.
	block func(t *tag, around *element) node
	// shape makes the node of a tag that is all the text of the shape of a slide that starts at a piece.
	shape func(b *builder, t *tag, start int) node
	// take handles a tag wherever it stands. It reports false if the tag is misplaced there.
	take func(b *builder, t *tag) bool
}

// element is a paragraph whose place something takes.
type element struct {
	format     *format
	properties []byte
	room       int64 // the width that there is, in EMU; 0 where that is not known
	run        *run  // that of the tag; nil where it is in none
}

// command adds what becomes of a command within a run.
func (b *builder) command(i int) {
	t := b.pieces[i].tag
	c, known := b.language.commands[t.command]
	if !known || c.take != nil && c.take(b, t) {
		return // the problem was reported when the tag was parsed, or the command is done
	}
	if run := b.run(i); run != nil && c.inline != nil {
		b.add(b.kept(t, i, i, c.inline(t, run)))
		return
	}
	b.found.add(t.problem("misplaced-tag", "name", t.command))
}

// takesElement gives the node that takes the place of the element that begins at a piece; nil where
// it stays. A tag takes its place that is all its text.
func (b *builder) takesElement(i int) node {
	p := &b.pieces[i]
	if p.token.Name != b.format.raw && p.token.Name != b.format.paragraph {
		return nil
	}
	at := i + slices.IndexFunc(b.pieces[i:p.match], func(p piece) bool { return p.kind == tagPiece })
	if b.pieces[at].dead || !b.alone(at, i) {
		return nil
	}
	t := b.pieces[at].tag
	return b.kept(t, i, p.match, b.inPlace(t, i, at))
}

// inPlace gives the node of a tag, at a piece, that takes the place of the element that begins at another
// one; nil where it stays.
func (b *builder) inPlace(t *tag, i, at int) node {
	name := b.pieces[i].token.Name
	switch {
	case t.kind == rawTag && name == b.format.raw:
		kind := paragraphKind
		if name == "p:sp" {
			kind = shapeKind
		}
		return &elementNode{t, kind, b.spacesAt(i)}
	case t.kind != commandTag:
		return nil
	}
	c := b.language.commands[t.command]
	switch {
	case name == "p:sp" && c.shape != nil:
		return c.shape(b, t, i)
	case name == b.format.paragraph && c.block != nil:
		return c.block(t, &element{b.format, b.paragraphProperties(i), b.room(i), b.run(at)})
	}
	return nil
}

// paragraphProperties gives the markup of the properties of a paragraph.
func (b *builder) paragraphProperties(start int) []byte {
	name := b.format.paragraph + "Pr"
	for i := start + 1; i < b.pieces[start].match; i++ {
		if p := &b.pieces[i]; p.kind == markupPiece && p.token.Name == name && p.parent == start {
			if p.token.Kind == markup.Empty {
				return p.token.Raw
			}
			return b.source(i, p.match)
		}
	}
	return nil
}

func inlinePageBreak(_ *tag, r *run) node {
	if r.format.text != "w:t" {
		return rawNode(nil)
	}
	return rawNode(slices.Concat([]byte(`</w:t><w:br w:type="page"/>`), r.text))
}

func blockPageBreak(_ *tag, around *element) node {
	if around.format.text != "w:t" {
		return rawNode(nil)
	}
	return rawNode(slices.Concat([]byte("<w:p>"), around.properties, []byte(`<w:r><w:br w:type="page"/></w:r></w:p>`)))
}
