package core

import (
	"cmp"
	"slices"
	"strconv"

	"lectern/converters/template/expression"
)

// Loop is what lies between two tags, and is written for each item of a list, or where a condition
// holds.
type Loop struct {
	Tag         *Tag
	Open, Close int // pieces
	// Branches are those that {:else} and {:elseif} begin.
	Branches []branch
	// Left and right are the first and the last piece of what the loop takes the place of.
	Left, Right int
	// Unit is the element that is repeated; empty for what lies between the tags.
	Unit string
	// ownParagraphs says that the tags stand in paragraphs of their own, which are not repeated.
	ownParagraphs bool
}

// branch is what is written where no item is, or the condition does not hold.
type branch struct {
	Tag *Tag
	At  int // the piece of its tag
	// end is the last piece that belongs to the tag: of a paragraph or row of its own, its end.
	Begin, end int
}

// mostNested is how many loops may lie in each other.
const mostNested = 100

// loopParser finds which tags are the beginning and the end of a loop.
type loopParser struct {
	pieces   []Piece
	found    *ProblemList
	loops    []Loop
	open     []int          // of loops
	ends     map[string]int // the last piece that is the end of a text
	openEnds map[string]int // how many of the open loops an end of a text is for
}

// ParseLoops finds the loops, in the order of their beginnings, and tells those without their end, those
// without their beginning, and those that cross each other.
func ParseLoops(pieces []Piece, found *ProblemList) []Loop {
	p := loopParser{pieces: pieces, found: found, ends: map[string]int{}, openEnds: map[string]int{}}
	for i := range pieces {
		if pieces[i].Kind == TagPiece && pieces[i].Tag.Kind == EndTag {
			p.ends[pieces[i].Tag.Body] = i
		}
	}
	for i := range pieces {
		if pieces[i].Kind == TagPiece {
			p.addTag(i)
		}
	}
	for _, at := range p.open {
		t := p.loops[at].Tag
		found.Add(t.Problem(t.unclosedCode(), "name", cmp.Or(t.Body, t.Source)))
	}
	return slices.DeleteFunc(p.loops, func(l Loop) bool { return l.Close < 0 })
}

func (p *loopParser) addTag(at int) {
	switch t := p.pieces[at].Tag; t.Kind {
	case LoopTag, InvertedTag:
		p.openLoop(at)
	case BranchTag:
		if len(p.open) == 0 {
			p.found.Add(t.Problem("unopened-branch"))
			return
		}
		last := &p.loops[p.open[len(p.open)-1]]
		if n := len(last.Branches); n > 0 && last.Branches[n-1].Tag.Command == "else" {
			p.found.Add(t.Problem("misplaced-branch"))
			return
		}
		last.Branches = append(last.Branches, branch{Tag: t, At: at})
	case EndTag:
		p.closeLoop(at)
	}
}

// unclosedCode names the problem of a loop that has no end.
func (t *Tag) unclosedCode() string {
	if t.IsIf {
		return "unclosed-condition"
	}
	return "unclosed-loop"
}

// openLoop opens a loop.
func (p *loopParser) openLoop(at int) {
	t := p.pieces[at].Tag
	if len(p.open) == mostNested {
		p.found.Add(t.Problem("loops-too-deep", "most", strconv.Itoa(mostNested)))
	}
	p.open = append(p.open, len(p.loops))
	p.loops = append(p.loops, Loop{Tag: t, Open: at, Close: -1})
	for _, text := range t.endTexts() {
		p.openEnds[text]++
	}
}

// closeLoop closes the loop that an end is for, and all within it that are still open.
func (p *loopParser) closeLoop(at int) {
	end := p.pieces[at].Tag
	text := end.Body
	if p.openEnds[text] == 0 {
		problem := end.Problem("unopened-loop", "name", cmp.Or(text, end.Source))
		text = p.intendedEnd(at)
		problem.Nearest = text
		p.found.Add(problem)
		if text == "" {
			return
		}
	}
	i := len(p.open) - 1
	for !slices.Contains(p.loops[p.open[i]].Tag.endTexts(), text) {
		i--
	}
	closed := &p.loops[p.open[i]]
	for _, inner := range p.open[i+1:] {
		t := p.loops[inner].Tag
		code := t.unclosedCode()
		if p.ends[t.Body] > at {
			code = "crossed-loops"
		}
		p.found.Add(t.Problem(code, "name", t.Body, "other", closed.Tag.Body))
	}
	for _, inner := range p.open[i:] {
		for _, text := range p.loops[inner].Tag.endTexts() {
			p.openEnds[text]--
		}
	}
	closed.Close = at
	p.open = p.open[:i]
}

// shortestCorrected is how many bytes the text of an end has at least that may be meant for another one:
// shorter ones are all alike.
const shortestCorrected = 3

// intendedEnd gives the text that an end of no loop is to have, so that it ends the innermost one; empty where
// that is another one, or has its own end behind it.
func (p *loopParser) intendedEnd(at int) string {
	text := p.pieces[at].Tag.Body
	if len(p.open) == 0 || len(text) < shortestCorrected {
		return ""
	}
	texts := p.loops[p.open[len(p.open)-1]].Tag.endTexts()[1:]
	if slices.ContainsFunc(texts, func(text string) bool { return p.ends[text] > at }) {
		return ""
	}
	return expression.Nearest(text, texts)
}

// endTexts gives the texts of the ends that close a loop.
func (t *Tag) endTexts() []string {
	if t.IsIf {
		return []string{"", t.Body, "if", "if " + t.Body}
	}
	return []string{"", t.Body}
}
