package core

import (
	"bytes"
	"fmt"
	"slices"

	"lectern/converters/template/markup"
)

// loop returns the node of a loop. If its tags have their own paragraphs, these paragraphs are only repeated if they
// contain a picture. Their page and section breaks are kept.
func (c *Compiler) loop(l *Loop) Node {
	c.depth++
	defer func() { c.depth-- }()
	n := &LoopNode{Tag: l.Tag}
	from, to := l.First, l.Last+1
	if l.ownParagraphs {
		n.before = c.pageBreak(l.First, c.Pieces[l.First].Match)
		start := c.Enclosing(l.End, l.Unit)
		n.after = c.pageBreak(start, l.Last)
		if bytes.Contains(c.sectionEnd(l.First, c.Pieces[l.First].Match), []byte(`<w:type w:val="nextPage"/>`)) {
			n.between = pageBreak()
		}
		if !c.hasPicture(l.First, c.Pieces[l.First].Match) {
			from = c.Pieces[l.First].Match + 1
		}
		if !c.hasPicture(start, l.Last) {
			to = start
			if end := c.sectionEnd(start, l.Last); end != nil && c.sectionEnd(c.Pieces[l.First].Match, l.itemEnd(start)) != nil {
				n.between = end
			}
		}
	}
	c.Pieces[l.Start].Removed, c.Pieces[l.End].Removed = true, true
	current := &n.Body
	for _, b := range l.Branches {
		*current = c.Build(from, b.First)
		n.Branches = append(n.Branches, BranchNode{Tag: b.Tag})
		current, from = &n.Branches[len(n.Branches)-1].Body, b.last+1
	}
	*current = c.Build(from, to)
	return n
}

// itemEnd returns the index of the piece after the body that is repeated for each item. This is the first piece of the
// first branch, or end if the loop has no branches.
func (l *Loop) itemEnd(end int) int {
	if len(l.Branches) > 0 {
		return l.Branches[0].First
	}
	return end
}

// loopWithSections adds the node of a loop. If its tags have their own paragraphs, the section breaks and bookmarks of
// these paragraphs are written before and after the loop. If each item has several sections, the node of the loop also
// repeats the section break between items.
func (b *Builder) loopWithSections(l *Loop) {
	if !l.ownParagraphs {
		b.Add(b.loop(l))
		return
	}
	if !b.hasPicture(l.First, b.Pieces[l.First].Match) {
		b.raw = append(b.raw, b.sectionEnd(l.First, b.Pieces[l.First].Match)...)
		b.raw = append(b.raw, b.bookmarks(l.First, b.Pieces[l.First].Match)...)
	}
	b.Add(b.loop(l))
	if start := b.Enclosing(l.End, l.Unit); !b.hasPicture(start, l.Last) {
		b.raw = append(b.raw, b.bookmarks(start, l.Last)...)
		b.raw = append(b.raw, b.sectionEnd(start, l.Last)...)
	}
}

// bookmarks returns the markup of the bookmark elements among the pieces in the half-open range [from, to).
func (c *Compiler) bookmarks(from, to int) (raw []byte) {
	for i := from; i < to; i++ {
		if t := &c.Pieces[i].Token; t.Name == "w:bookmarkStart" || t.Name == "w:bookmarkEnd" {
			raw = append(raw, t.Raw...)
		}
	}
	return raw
}

// pageBreak returns a paragraph with a page break if there is a page break among the pieces in the range [from, to],
// including both ends. Otherwise it returns nil.
func (c *Compiler) pageBreak(from, to int) []byte {
	for i := from; i <= to; i++ {
		if t := &c.Pieces[i].Token; t.Name == "w:br" && bytes.Contains(t.Raw, []byte(`w:type="page"`)) {
			return pageBreak()
		}
	}
	return nil
}

func pageBreak() []byte { return []byte(`<w:p><w:r><w:br w:type="page"/></w:r></w:p>`) }

func (c *Compiler) hasPicture(from, to int) bool {
	return slices.ContainsFunc(c.Pieces[from:to], func(p Piece) bool { return p.Token.Name == "w:drawing" || p.Token.Name == "w:pict" })
}

// sectionEnd returns a paragraph that ends a section if a section ends among the pieces in the half-open range [from,
// to). Otherwise it returns nil.
func (c *Compiler) sectionEnd(from, to int) []byte {
	for i := from; i < to; i++ {
		if p := &c.Pieces[i]; p.Token.Name == "w:sectPr" && p.Token.Kind == markup.Start {
			return fmt.Appendf(nil, "<w:p><w:pPr>%s</w:pPr></w:p>", c.sourceOf(i, p.Match))
		}
	}
	return nil
}
