package template

import (
	"cmp"
	"slices"
	"strconv"

	"lectern/converters/template/expression"
)

// loop is what lies between two tags, and is written for each item of a list, or where a condition
// holds.
type loop struct {
	tag         *tag
	open, close int // pieces
	// branches are those that {:else} and {:elseif} begin.
	branches []branch
	// left and right are the first and the last piece of what the loop takes the place of.
	left, right int
	// unit is the element that is repeated; empty for what lies between the tags.
	unit string
	// apart says that the tags stand in paragraphs of their own, which are not repeated.
	apart bool
}

// branch is what is written where no item is, or the condition does not hold.
type branch struct {
	tag *tag
	at  int // the piece of its tag
	// end is the last piece that belongs to the tag: of a paragraph or row of its own, its end.
	begin, end int
}

// mostNested is how many loops may lie in each other.
const mostNested = 100

// pairing finds which tags are the beginning and the end of a loop.
type pairing struct {
	pieces []piece
	found  *problems
	loops  []loop
	open   []int          // of loops
	ends   map[string]int // the last piece that is the end of a text
	closed map[string]int // how many of the open loops an end of a text is for
}

// pair finds the loops, in the order of their beginnings, and tells those without their end, those
// without their beginning, and those that cross each other.
func pair(pieces []piece, found *problems) []loop {
	p := pairing{pieces: pieces, found: found, ends: map[string]int{}, closed: map[string]int{}}
	for i := range pieces {
		if pieces[i].kind == tagPiece && pieces[i].tag.kind == endTag {
			p.ends[pieces[i].tag.body] = i
		}
	}
	for i := range pieces {
		if pieces[i].kind == tagPiece {
			p.tag(i)
		}
	}
	for _, at := range p.open {
		t := p.loops[at].tag
		found.add(t.problem(t.unclosed(), "name", cmp.Or(t.body, t.source)))
	}
	return slices.DeleteFunc(p.loops, func(l loop) bool { return l.close < 0 })
}

func (p *pairing) tag(at int) {
	switch t := p.pieces[at].tag; t.kind {
	case loopTag, invertedTag:
		p.begin(at)
	case branchTag:
		if len(p.open) == 0 {
			p.found.add(t.problem("unopened-branch"))
			return
		}
		last := &p.loops[p.open[len(p.open)-1]]
		if n := len(last.branches); n > 0 && last.branches[n-1].tag.command == "else" {
			p.found.add(t.problem("misplaced-branch"))
			return
		}
		last.branches = append(last.branches, branch{tag: t, at: at})
	case endTag:
		p.end(at)
	}
}

// unclosed names the problem of a loop that has no end.
func (t *tag) unclosed() string {
	if t.isIf {
		return "unclosed-condition"
	}
	return "unclosed-loop"
}

// begin opens a loop.
func (p *pairing) begin(at int) {
	t := p.pieces[at].tag
	if len(p.open) == mostNested {
		p.found.add(t.problem("loops-too-deep", "most", strconv.Itoa(mostNested)))
	}
	p.open = append(p.open, len(p.loops))
	p.loops = append(p.loops, loop{tag: t, open: at, close: -1})
	for _, text := range t.closers() {
		p.closed[text]++
	}
}

// end closes the loop that an end is for, and all within it that are still open.
func (p *pairing) end(at int) {
	end := p.pieces[at].tag
	text := end.body
	if p.closed[text] == 0 {
		problem := end.problem("unopened-loop", "name", cmp.Or(text, end.source))
		text = p.meant(at)
		problem.Nearest = text
		p.found.add(problem)
		if text == "" {
			return
		}
	}
	i := len(p.open) - 1
	for !slices.Contains(p.loops[p.open[i]].tag.closers(), text) {
		i--
	}
	closed := &p.loops[p.open[i]]
	for _, inner := range p.open[i+1:] {
		t := p.loops[inner].tag
		code := t.unclosed()
		if p.ends[t.body] > at {
			code = "crossed-loops"
		}
		p.found.add(t.problem(code, "name", t.body, "other", closed.tag.body))
	}
	for _, inner := range p.open[i:] {
		for _, text := range p.loops[inner].tag.closers() {
			p.closed[text]--
		}
	}
	closed.close = at
	p.open = p.open[:i]
}

// shortestMeant is how many bytes the text of an end has at least that may be meant for another one:
// shorter ones are all alike.
const shortestMeant = 3

// meant gives the text that an end of no loop is to have, so that it ends the innermost one; empty where
// that is another one, or has its own end behind it.
func (p *pairing) meant(at int) string {
	text := p.pieces[at].tag.body
	if len(p.open) == 0 || len(text) < shortestMeant {
		return ""
	}
	texts := p.loops[p.open[len(p.open)-1]].tag.closers()[1:]
	if slices.ContainsFunc(texts, func(text string) bool { return p.ends[text] > at }) {
		return ""
	}
	return expression.Nearest(text, texts)
}

// closers gives the texts of the ends that close a loop.
func (t *tag) closers() []string {
	if t.isIf {
		return []string{"", t.body, "if", "if " + t.body}
	}
	return []string{"", t.body}
}
