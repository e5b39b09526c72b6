package core

import (
	"errors"
	"slices"
	"strings"

	"lectern/converters/template/expression"
	"lectern/converters/template/markup"
)

// Compiler builds the nodes of a part. The nodes can be rendered any number of times.
type Compiler struct {
	LoopExpander
	Part          string
	References    References
	Language      *Language
	Loops         []Loop        // sorted by First
	nextLoop      int           // the index of the next loop in Loops
	depth         int           // the number of loops that contain the current piece
	Included      bool          // the part is inserted into another document: all of its ids are replaced
	Repeat        *Tag          // the tag that repeats the whole slide; nil if there is none
	sectionStarts []int         // the indexes of the pieces where section properties begin; nil until needed
	widths        map[int]int64 // available widths in EMU, by the indexes of the pieces where cells and sections begin
	tagCounts     []int         // the number of tags before each piece; nil until needed
}

// Compile returns the program of a part. It returns nil if the part has no tags, unless refers.Repeated is set.
// Problems with the tags are added to found. An error is returned if the markup is broken.
func Compile(part string, source []byte, f *Format, refers References, l *Language, found *ProblemList) (*Program, error) {
	c, err := NewCompiler(part, source, f, refers, l, found)
	if c == nil || err != nil {
		return nil, err
	}
	nodes := c.Build(0, len(c.Pieces))
	return &Program{part, nodes, c.Repeat}, nil
}

// NewCompiler returns a compiler of a part. It returns nil if the part has no tags, neither in its text nor elsewhere,
// such as in link addresses. If refers.Repeated is set, it returns a compiler even for a part without tags.
func NewCompiler(part string, source []byte, f *Format, refers References, l *Language, found *ProblemList) (*Compiler, error) {
	pieces, err := lexPart(part, source, f, f.taggedElements(), found)
	if err != nil || pieces == nil && !refers.Repeated && len(refers.Addresses) == 0 && !l.HasHiddenTags(source) {
		return nil, err
	}
	if pieces == nil {
		if pieces, err = lexPlain(source); err != nil {
			return nil, err
		}
	}
	c := &Compiler{LoopExpander: LoopExpander{pieces, f, found}, Part: part, References: refers, Language: l}
	if refers.Repeated {
		c.depth = 1
	}
	if refers.Document != nil {
		l.MarkupAdded(refers.Document, source)
	}
	c.ParseAll()
	c.PreserveSpaces()
	c.Loops = c.ExpandAll(ParseLoops(pieces, found))
	slices.SortStableFunc(c.Loops, func(a, b Loop) int {
		if a.First != b.First {
			return a.First - b.First
		}
		return a.Start - b.Start
	})
	return c, nil
}

// ParseAll parses the expressions of all tags.
func (c *Compiler) ParseAll() {
	for i := range c.Pieces {
		if c.Pieces[i].Kind == TagPiece {
			c.Parse(c.Pieces[i].Tag)
		}
	}
}

// Parse parses the expression of a tag, and adds its problems to the problems of the compiler.
func (c *Compiler) Parse(t *Tag) {
	if t.Kind == EndTag || t.Kind == BranchTag && t.Command == "else" {
		return
	}
	c.Language.RewriteTag(c, t)
	if t.Kind == CommandTag && !c.Language.IsKnown(t.Command) {
		problem := t.Problem("unknown-tag", "name", t.Command)
		problem.Nearest = expression.Nearest(t.Command, c.Language.commandNames())
		c.Problems.Add(problem)
		return
	}
	parsed, err := expression.Parse(t.Body, c.Language.Filters)
	if err == nil {
		t.Expr = parsed
		return
	}
	if IsPlain(t.Body) {
		return // a name that is not an expression, such as {first name}, is looked up literally
	}
	var wrong *expression.SyntaxError
	if errors.As(err, &wrong) {
		problem := t.problemWith(wrong.Code, wrong.Values)
		problem.Nearest = wrong.Nearest
		c.Problems.Add(problem)
		return
	}
	c.Problems.Add(t.Problem("expression-syntax", "at", t.Body))
}

// IsPlain reports whether a text contains none of the signs that only expressions use, such as "+". Such a text, for
// example "first name", is looked up as a name.
func IsPlain(text string) bool {
	return text != "" && !strings.ContainsAny(text, "+*/%<>=!&|?;()[]{}\"'“”‘’,")
}

// PreserveSpaces sets xml:space="preserve" on the text elements that contain tags (XML 1.0, 2.10).
func (c *Compiler) PreserveSpaces() {
	for i := range c.Pieces {
		if c.Pieces[i].Kind != TagPiece || c.Pieces[i].parent < 0 {
			continue
		}
		if t := &c.Pieces[c.Pieces[i].parent].Token; t.Name == "w:t" || t.Name == "t" {
			t.Raw = t.With("xml:space", "preserve")
		}
	}
}

// Build returns the nodes for the pieces in the half-open range [from, to).
func (c *Compiler) Build(from, to int) []Node {
	b := Builder{Compiler: c}
	for i := from; i < to; i++ {
		if c.nextLoop < len(c.Loops) && c.Loops[c.nextLoop].First < i {
			l := &c.Loops[c.nextLoop]
			c.Problems.Add(l.Tag.Problem("crossed-loops", "name", l.Tag.Body))
			c.nextLoop++
		}
		if c.nextLoop < len(c.Loops) && c.Loops[c.nextLoop].First == i {
			l := c.Loops[c.nextLoop]
			c.nextLoop++
			if l.Last >= to {
				c.Problems.Add(l.Tag.Problem(codeIf(c.Pieces[to].Token.Kind == markup.End, "loop-breaks-element", "crossed-loops"), "name", l.Tag.Body))
				continue
			}
			b.loopWithSections(&l)
			i = l.Last
			continue
		}
		i = b.addPiece(i, to)
	}
	b.flush()
	return b.nodes
}

// sourceOf returns the original markup of the pieces in the range [from, to], including both ends.
func (c *Compiler) sourceOf(from, to int) (raw []byte) {
	for i := from; i <= to; i++ {
		raw = append(raw, c.Pieces[i].Token.Raw...)
	}
	return raw
}

// hasTags reports whether there are template tags among the pieces in the half-open range [from, to).
func (c *Compiler) hasTags(from, to int) bool {
	if c.tagCounts == nil {
		c.tagCounts = make([]int, len(c.Pieces)+1)
		for i := range c.Pieces {
			c.tagCounts[i+1] = c.tagCounts[i]
			if c.Pieces[i].Kind == TagPiece {
				c.tagCounts[i+1]++
			}
		}
	}
	return c.tagCounts[from] < c.tagCounts[to]
}
