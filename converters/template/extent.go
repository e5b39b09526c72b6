package template

import (
	"slices"
	"strings"

	"lectern/converters/template/markup"
)

// extents finds what each loop repeats.
type extents struct {
	pieces []piece
	format *format
	found  *problems
}

// all gives the loops that can be, with what they repeat. One that lies in another by its tags does
// so with all that it repeats.
func (e *extents) all(pairs []loop) (loops []loop) {
	var around []loop // those that the present one lies in
	for _, l := range pairs {
		for len(around) > 0 && around[len(around)-1].close < l.open {
			around = around[:len(around)-1]
		}
		if !e.of(&l) {
			continue
		}
		if len(around) > 0 && !around[len(around)-1].holds(&l) {
			e.found.add(l.tag.problem("crossed-loops", "name", l.tag.body, "other", around[len(around)-1].tag.body))
			continue
		}
		loops, around = append(loops, l), append(around, l)
	}
	return loops
}

// holds says whether all that another loop repeats lies within a loop.
func (l *loop) holds(inner *loop) bool {
	if l.unit == "" {
		return l.open < inner.left && inner.right < l.close
	}
	return l.left <= inner.left && inner.right <= l.right
}

// of says what a loop repeats, and which of its pieces only mark where. It is false where that
// cannot be: the markup would be broken.
func (e *extents) of(l *loop) bool {
	l.left, l.right = l.open, l.close
	ok := true
	switch {
	case l.tag.expand != "":
		ok = e.expand(l, e.format.element(l.tag.expand))
	default:
		outer := e.outer(l.open, l.close)
		switch {
		case slices.Contains(outer, e.format.cell):
			ok = e.expand(l, e.format.row)
		case slices.Contains(outer, e.format.paragraph) && e.standApart(l):
			l.left, l.right = e.around(l.open, e.format.paragraph), e.endOf(l.close, e.format.paragraph)
			l.unit, l.apart = e.format.paragraph, true
		default:
			ok = e.balanced(l.open, l.close)
		}
	}
	if ok && !e.split(l) {
		return false // which was told
	}
	if !ok || !e.wholeFields(l) {
		e.found.add(l.tag.problem("loop-breaks-element", "name", l.tag.body))
		return false
	}
	return true
}

// wholeFields says whether fields that begin in a part of a loop, such as a branch, end in it: each part is
// written by itself, or is not (ECMA-376, part 1, 17.16.18).
func (e *extents) wholeFields(l *loop) bool {
	cuts := []int{l.left}
	if l.apart {
		cuts = append(cuts, e.pieces[l.left].match+1)
	}
	for _, b := range l.branches {
		cuts = append(cuts, b.begin, b.end+1)
	}
	if l.apart {
		cuts = append(cuts, e.around(l.close, l.unit))
	}
	cuts = append(cuts, l.right+1)
	for i := range cuts[1:] {
		if !areWholeFields(e.pieces[cuts[i]:cuts[i+1]]) {
			return false
		}
	}
	return true
}

func areWholeFields(pieces []piece) bool {
	open := 0
	for i := range pieces {
		t := &pieces[i].token
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

// expand has a loop repeat whole elements, from that around its beginning to that around its end.
func (e *extents) expand(l *loop, element string) bool {
	left, right := e.around(l.open, element), e.around(l.close, element)
	if left < 0 || right < 0 || e.pieces[left].parent != e.pieces[right].parent || left > right {
		return false
	}
	l.left, l.right, l.unit = left, e.pieces[right].match, element
	return true
}

// around gives the start of the innermost element of a name that a piece lies in; -1 for none.
func (e *extents) around(at int, element string) int {
	for at = e.pieces[at].parent; at >= 0; at = e.pieces[at].parent {
		if e.pieces[at].token.Name == element {
			return at
		}
	}
	return -1
}

func (e *extents) endOf(at int, element string) int {
	if start := e.around(at, element); start >= 0 {
		return e.pieces[start].match
	}
	return -1
}

// outer gives the names of the elements that only end, or only begin, between two pieces that are
// tags, in their order.
func (e *extents) outer(from, to int) (names []string) {
	for at := e.pieces[from].parent; at >= 0 && e.pieces[at].match <= to; at = e.pieces[at].parent {
		names = append(names, e.pieces[at].token.Name)
	}
	ends := len(names)
	for at := e.pieces[to].parent; at >= from; at = e.pieces[at].parent {
		names = append(names, e.pieces[at].token.Name)
	}
	slices.Reverse(names[ends:])
	return names
}

// balanced says whether what lies between two pieces can stand behind itself: the elements that end
// in it are those that begin in it.
func (e *extents) balanced(from, to int) bool {
	names := e.outer(from, to)
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

// standApart says whether both tags of a loop are all the text of their paragraphs, which stand
// beside each other.
func (e *extents) standApart(l *loop) bool {
	open, end := e.around(l.open, e.format.paragraph), e.around(l.close, e.format.paragraph)
	return open >= 0 && end >= 0 && e.pieces[open].parent == e.pieces[end].parent && e.alone(l.open, open) && e.alone(l.close, end)
}

// alone says whether a tag is all the text of an element, white space aside.
func (e *extents) alone(tag, element int) bool {
	for i := element; i <= e.pieces[element].match; i++ {
		p := &e.pieces[i]
		switch {
		case p.kind == textPiece && strings.TrimSpace(p.text) != "", p.kind == tagPiece && i != tag:
			return false
		case p.kind == markupPiece && e.format.filled != "" && p.token.Name == e.format.filled:
			return false
		}
	}
	return true
}

// split marks where the branches of a loop begin.
func (e *extents) split(l *loop) bool {
	from := l.open
	for i := range l.branches {
		b := &l.branches[i]
		b.begin, b.end = b.at, b.at
		if l.unit == "" {
			if !e.balanced(from, b.at) || !e.balanced(b.at, l.close) {
				e.found.add(b.tag.problem("misplaced-branch"))
				return false
			}
			from = b.at
			continue
		}
		start := e.around(b.at, l.unit)
		if start <= l.left || start > l.right || e.pieces[start].parent != e.pieces[l.left].parent || !e.alone(b.at, start) {
			e.found.add(b.tag.problem("misplaced-branch"))
			return false
		}
		b.begin, b.end = start, e.pieces[start].match
	}
	return true
}
