package core

import (
	"slices"
	"strings"

	"lectern/converters/template/markup"
)

// LoopExpander determines what each loop repeats: the content between its tags, or whole elements around them.
type LoopExpander struct {
	Pieces   []Piece
	Format   *Format
	Problems *ProblemList
}

// ExpandAll sets the range of each loop and returns the loops. It reports loops that would break the markup, and loops
// whose tags are inside of another loop but whose range reaches beyond that loop.
func (e *LoopExpander) ExpandAll(pairs []Loop) (loops []Loop) {
	var enclosing []Loop // the loops that enclose the current one
	for _, l := range pairs {
		for len(enclosing) > 0 && enclosing[len(enclosing)-1].End < l.Start {
			enclosing = enclosing[:len(enclosing)-1]
		}
		if !e.expandLoop(&l) {
			continue
		}
		if len(enclosing) > 0 && !enclosing[len(enclosing)-1].contains(&l) {
			e.Problems.Add(l.Tag.Problem("crossed-loops", "name", l.Tag.Body, "other", enclosing[len(enclosing)-1].Tag.Body))
			continue
		}
		loops, enclosing = append(loops, l), append(enclosing, l)
	}
	return loops
}

// contains reports whether the range of inner is within the range that l repeats.
func (l *Loop) contains(inner *Loop) bool {
	if l.Unit == "" {
		return l.Start < inner.First && inner.Last < l.End
	}
	return l.First <= inner.First && inner.Last <= l.Last
}

// expandLoop sets the range that a loop repeats. It reports a problem and returns false if repeating the range would
// break the markup.
func (e *LoopExpander) expandLoop(l *Loop) bool {
	l.First, l.Last = l.Start, l.End
	ok := true
	switch {
	case l.Tag.repeatElement != "":
		ok = e.expandTo(l, e.Format.elementNamed(l.Tag.repeatElement))
	default:
		outer := e.unbalanced(l.Start, l.End)
		switch {
		case slices.Contains(outer, e.Format.Cell):
			// The loop repeats whole rows, from the row of its start tag to the row of its end tag. Rows need no special
			// node: [LoopNode] renders their elements once for each item. Package word and package slide adapt the number of
			// columns of a table in which loops repeat cells. Package sheet has its own loops over rows.
			ok = e.expandTo(l, e.Format.Row)
		case slices.Contains(outer, e.Format.Paragraph) && e.haveOwnParagraphs(l):
			l.First, l.Last = e.Enclosing(l.Start, e.Format.Paragraph), e.enclosingEnd(l.End, e.Format.Paragraph)
			l.Unit, l.ownParagraphs = e.Format.Paragraph, true
		default:
			ok = e.isBalanced(l.Start, l.End)
		}
	}
	if ok && !e.placeBranches(l) {
		return false // placeBranches reports the problem
	}
	if !ok || !e.keepsFieldsWhole(l) {
		e.Problems.Add(l.Tag.Problem("loop-breaks-element", "name", l.Tag.Body))
		return false
	}
	return true
}

// keepsFieldsWhole reports whether each field (such as a page number) ends in the same part of the loop in which it
// starts. The parts of a loop, such as its branches, are written independently of each other (ECMA-376, part 1,
// 17.16.18).
func (e *LoopExpander) keepsFieldsWhole(l *Loop) bool {
	cuts := []int{l.First}
	if l.ownParagraphs {
		cuts = append(cuts, e.Pieces[l.First].Match+1)
	}
	for _, b := range l.Branches {
		cuts = append(cuts, b.First, b.last+1)
	}
	if l.ownParagraphs {
		cuts = append(cuts, e.Enclosing(l.End, l.Unit))
	}
	cuts = append(cuts, l.Last+1)
	for i := range cuts[1:] {
		if !areFieldsWhole(e.Pieces[cuts[i]:cuts[i+1]]) {
			return false
		}
	}
	return true
}

func areFieldsWhole(pieces []Piece) bool {
	open := 0
	for i := range pieces {
		t := &pieces[i].Token
		if t.Name != "w:fldChar" || t.Kind == markup.End {
			continue
		}
		switch kind, _ := t.Attribute("w:fldCharType"); {
		case kind == "begin":
			open++
		case open == 0:
			return false
		case kind == "end":
			open--
		}
	}
	return open == 0
}

// expandTo makes a loop repeat whole elements with the given name, from the element around its start tag to the element
// around its end tag. It returns false if these two elements do not have the same parent.
func (e *LoopExpander) expandTo(l *Loop, element string) bool {
	left, right := e.Enclosing(l.Start, element), e.Enclosing(l.End, element)
	if left < 0 || right < 0 || e.Pieces[left].parent != e.Pieces[right].parent || left > right {
		return false
	}
	l.First, l.Last, l.Unit = left, e.Pieces[right].Match, element
	return true
}

// Enclosing returns the index of the piece where the innermost element starts that has the given name and contains the
// piece at. It returns -1 if there is no such element.
func (e *LoopExpander) Enclosing(at int, element string) int {
	for at = e.Pieces[at].parent; at >= 0; at = e.Pieces[at].parent {
		if e.Pieces[at].Token.Name == element {
			return at
		}
	}
	return -1
}

func (e *LoopExpander) enclosingEnd(at int, element string) int {
	if start := e.Enclosing(at, element); start >= 0 {
		return e.Pieces[start].Match
	}
	return -1
}

// unbalanced returns the names of the elements of which only the end tag is between two pieces, followed by the names
// of the elements of which only the start tag is there.
func (e *LoopExpander) unbalanced(from, to int) (names []string) {
	for at := e.Pieces[from].parent; at >= 0 && e.Pieces[at].Match <= to; at = e.Pieces[at].parent {
		names = append(names, e.Pieces[at].Token.Name)
	}
	ends := len(names)
	for at := e.Pieces[to].parent; at >= from; at = e.Pieces[at].parent {
		names = append(names, e.Pieces[at].Token.Name)
	}
	slices.Reverse(names[ends:])
	return names
}

// isBalanced reports whether the markup between two pieces can be repeated without breaking the document. This is the
// case if the elements that only end there have the same names as the elements that only begin there.
func (e *LoopExpander) isBalanced(from, to int) bool {
	names := e.unbalanced(from, to)
	if len(names)%2 == 1 {
		return false
	}
	for i := range len(names) / 2 {
		if names[i] != names[len(names)-1-i] {
			return false
		}
	}
	return true
}

// haveOwnParagraphs reports whether each tag of a loop is the only text of its paragraph, and the two paragraphs are
// siblings.
func (e *LoopExpander) haveOwnParagraphs(l *Loop) bool {
	open, end := e.Enclosing(l.Start, e.Format.Paragraph), e.Enclosing(l.End, e.Format.Paragraph)
	return open >= 0 && end >= 0 && e.Pieces[open].parent == e.Pieces[end].parent && e.isOnlyText(l.Start, open) && e.isOnlyText(l.End, end)
}

// isOnlyText reports whether a tag is the only text of an element, apart from white space.
func (e *LoopExpander) isOnlyText(tag, element int) bool {
	for i := element; i <= e.Pieces[element].Match; i++ {
		p := &e.Pieces[i]
		switch {
		case p.Kind == TextPiece && strings.TrimSpace(p.Text) != "", p.Kind == TagPiece && i != tag:
			return false
		case p.Kind == MarkupPiece && e.Format.Content != "" && p.Token.Name == e.Format.Content:
			return false
		}
	}
	return true
}

// placeBranches sets the ranges of the branch tags. It reports a problem and returns false if a branch tag is
// misplaced.
func (e *LoopExpander) placeBranches(l *Loop) bool {
	from := l.Start
	for i := range l.Branches {
		b := &l.Branches[i]
		b.First, b.last = b.Piece, b.Piece
		if l.Unit == "" {
			if !e.isBalanced(from, b.Piece) || !e.isBalanced(b.Piece, l.End) {
				e.Problems.Add(b.Tag.Problem("misplaced-branch"))
				return false
			}
			from = b.Piece
			continue
		}
		start := e.Enclosing(b.Piece, l.Unit)
		if start <= l.First || start > l.Last || e.Pieces[start].parent != e.Pieces[l.First].parent || !e.isOnlyText(b.Piece, start) {
			e.Problems.Add(b.Tag.Problem("misplaced-branch"))
			return false
		}
		b.First, b.last = start, e.Pieces[start].Match
	}
	return true
}
