package core

import (
	"cmp"
	"slices"
	"strconv"

	"lectern/converters/template/expression"
)

// Loop is the content between two tags, which is written for each item of a list, or if a condition holds.
type Loop struct {
	Tag        *Tag
	Start, End int // the pieces of its two tags
	// Branches are the parts that {:else} and {:elseif} begin.
	Branches []branch
	// First and Right are the first and the last piece of the content that the loop replaces.
	First, Last int
	// Unit is the element that is repeated; empty if it is the content between the tags.
	Unit string
	// ownParagraphs reports whether the tags have paragraphs of their own, which are not repeated.
	ownParagraphs bool
}

// branch is written if the list has no items or the condition does not hold.
type branch struct {
	Tag   *Tag
	Piece int // the piece of its tag
	// the first and the last piece of the tag, or of its paragraph or row
	First, last int
}

// mostNested is the number of loops that can be nested in each other.
const mostNested = 100

// loopParser pairs the start and end tags of loops.
type loopParser struct {
	pieces   []Piece
	problems *ProblemList
	loops    []Loop
	open     []int          // indexes of loops
	lastEnds map[string]int // the last piece whose end tag has a text
	openEnds map[string]int // the number of open loops that an end tag with a text closes
}

// ParseLoops returns the loops in the order of their start tags. It reports tags without their counterpart, and loops
// that cross each other.
func ParseLoops(pieces []Piece, found *ProblemList) []Loop {
	p := loopParser{pieces: pieces, problems: found, lastEnds: map[string]int{}, openEnds: map[string]int{}}
	for i := range pieces {
		if pieces[i].Kind == TagPiece && pieces[i].Tag.Kind == EndTag {
			p.lastEnds[pieces[i].Tag.Body] = i
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
	return slices.DeleteFunc(p.loops, func(l Loop) bool { return l.End < 0 })
}

func (p *loopParser) addTag(at int) {
	switch t := p.pieces[at].Tag; t.Kind {
	case LoopTag, InvertedTag:
		p.openLoop(at)
	case BranchTag:
		if len(p.open) == 0 {
			p.problems.Add(t.Problem("unopened-branch"))
			return
		}
		last := &p.loops[p.open[len(p.open)-1]]
		if n := len(last.Branches); n > 0 && last.Branches[n-1].Tag.Command == "else" {
			p.problems.Add(t.Problem("misplaced-branch"))
			return
		}
		last.Branches = append(last.Branches, branch{Tag: t, Piece: at})
	case EndTag:
		p.closeLoop(at)
	}
}

// unclosedCode returns the code of the problem that the loop has no end tag.
func (t *Tag) unclosedCode() string {
	if t.IsIf {
		return "unclosed-condition"
	}
	return "unclosed-loop"
}

// openLoop opens the loop of a start tag.
func (p *loopParser) openLoop(at int) {
	t := p.pieces[at].Tag
	if len(p.open) == mostNested {
		p.problems.Add(t.Problem("loops-too-deep", "most", strconv.Itoa(mostNested)))
	}
	p.open = append(p.open, len(p.loops))
	p.loops = append(p.loops, Loop{Tag: t, Start: at, End: -1})
	for _, text := range t.endTexts() {
		p.openEnds[text]++
	}
}

// closeLoop closes the loop of an end tag, and reports the loops inside of it that are still open.
func (p *loopParser) closeLoop(at int) {
	end := p.pieces[at].Tag
	text := end.Body
	if p.openEnds[text] == 0 {
		problem := end.Problem("unopened-loop", "name", cmp.Or(text, end.Source))
		text = p.intendedEnd(at)
		problem.Nearest = text
		p.problems.Add(problem)
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
		if p.lastEnds[t.Body] > at {
			code = "crossed-loops"
		}
		p.problems.Add(t.Problem(code, "name", t.Body, "other", closed.Tag.Body))
	}
	for _, inner := range p.open[i:] {
		for _, text := range p.loops[inner].Tag.endTexts() {
			p.openEnds[text]--
		}
	}
	closed.End = at
	p.open = p.open[:i]
}

// shortestCorrected is the shortest text of an end tag, in bytes, that is taken for a misspelling: shorter texts all
// resemble each other.
const shortestCorrected = 3

// intendedEnd returns the text that an end tag without a loop was probably meant to have: that of the innermost open
// loop. It is empty if the texts differ too much, or if the loop has an end tag later.
func (p *loopParser) intendedEnd(at int) string {
	text := p.pieces[at].Tag.Body
	if len(p.open) == 0 || len(text) < shortestCorrected {
		return ""
	}
	texts := p.loops[p.open[len(p.open)-1]].Tag.endTexts()[1:]
	if slices.ContainsFunc(texts, func(text string) bool { return p.lastEnds[text] > at }) {
		return ""
	}
	return expression.Nearest(text, texts)
}

// endTexts returns the texts of the end tags that close the loop.
func (t *Tag) endTexts() []string {
	if t.IsIf {
		return []string{"", t.Body, "if", "if " + t.Body}
	}
	return []string{"", t.Body}
}
