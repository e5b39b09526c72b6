package core

import (
	"cmp"
	"slices"
	"strconv"

	"lectern/converters/template/expression"
)

// Loop is the content between a start tag and an end tag. It is written for each item of a list, or if a condition is
// true.
type Loop struct {
	Tag        *Tag
	Start, End int // the indexes of the pieces of the start tag and the end tag
	// Branches are the parts of the loop that start with {:else} or {:elseif}.
	Branches []branch
	// First and Last are the indexes of the first and the last piece of the content that the node of the loop replaces.
	First, Last int
	// Unit is the element that is repeated. It is empty if the content between the tags is repeated.
	Unit string
	// ownParagraphs states that the tags have their own paragraphs. These paragraphs are only repeated if they contain
	// a picture.
	ownParagraphs bool
	// tooDeep states that the loop is nested deeper than maxNested.
	tooDeep bool
}

// branch is the part of a loop that is written if the list has no items or the condition is false.
type branch struct {
	Tag   *Tag
	Piece int // the index of the piece of the branch tag
	// First and last are the indexes of the first and the last piece of the branch tag, or of its own paragraph or row.
	First, last int
}

// maxNested is the maximal nesting depth of loops.
const maxNested = 100

// loopParser matches the start and end tags of loops.
type loopParser struct {
	pieces   []Piece
	problems *ProblemList
	loops    []Loop
	open     []int          // indexes of open loops in loops
	lastEnds map[string]int // the index of the last piece that is an end tag with this text
	openEnds map[string]int // the number of open loops that an end tag with this text can close
}

// ParseLoops returns the loops in the order of their start tags. It reports start and end tags without a counterpart,
// and loops that overlap although neither contains the other. Loops that are nested deeper than maxNested are reported
// and left out. Without this limit, the time would grow with the square of the template's size, because the work for a
// loop grows with its content.
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
	return slices.DeleteFunc(p.loops, func(l Loop) bool { return l.End < 0 || l.tooDeep })
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

// unclosedCode returns the problem code for a loop without an end tag.
func (t *Tag) unclosedCode() string {
	if t.IsIf {
		return "unclosed-condition"
	}
	return "unclosed-loop"
}

// openLoop records the loop of a start tag as open.
func (p *loopParser) openLoop(at int) {
	t := p.pieces[at].Tag
	if len(p.open) == maxNested {
		p.problems.Add(t.Problem("loops-too-deep", "most", strconv.Itoa(maxNested)))
	}
	p.open = append(p.open, len(p.loops))
	p.loops = append(p.loops, Loop{Tag: t, Start: at, End: -1, tooDeep: len(p.open) > maxNested})
	for _, text := range t.endTexts() {
		p.openEnds[text]++
	}
}

// closeLoop closes the loop to which an end tag belongs. It reports the loops within that loop that are still open.
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

// shortestCorrected is the minimum length, in bytes, of an end tag's text for which a correction is suggested. Shorter
// texts are all similar to one another, so a suggestion would be arbitrary.
const shortestCorrected = 3

// intendedEnd returns the text that an unmatched end tag probably should have: the text that ends the innermost open
// loop. It returns "" if the two texts are not similar, or if a correct end tag of that loop follows.
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

// endTexts returns the texts of the end tags that can close the loop.
func (t *Tag) endTexts() []string {
	if t.IsIf {
		return []string{"", t.Body, "if", "if " + t.Body}
	}
	return []string{"", t.Body}
}
