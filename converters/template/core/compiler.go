package core

import (
	"errors"
	"slices"
	"strings"

	"lectern/converters/template/expression"
	"lectern/converters/template/markup"
)

// Compiler makes nodes, which can be rendered again and again, of the pieces of a part.
type Compiler struct {
	LoopExpander
	Part          string
	References    References
	Language      *Language
	Loops         []Loop        // in the order of their left ends
	nextLoop      int           // of loops
	depth         int           // of the present loop
	Included      bool          // the part is put into another document: none of its ids stays
	Repeat        *Tag          // what the whole slide is repeated for
	sectionStarts []int         // where the properties of sections begin; nil where nobody has asked
	widths        map[int]int64 // widths in EMU, by where their cells and sections begin
	tagCounts     []int         // how many tags there are before each piece; nil where nobody has asked
}

// Compile makes a part's program; nil where it has no tags. What is wrong is among the problems; the
// error is that the part is broken markup.
func Compile(part string, source []byte, f *Format, refers References, l *Language, found *ProblemList) (*Program, error) {
	c, err := NewCompiler(part, source, f, refers, l, found)
	if c == nil || err != nil {
		return nil, err
	}
	nodes := c.Build(0, len(c.Pieces))
	return &Program{part, nodes, c.Repeat}, nil
}

// NewCompiler makes the compiler of a part; nil where it has no tags.
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
		if a.Left != b.Left {
			return a.Left - b.Left
		}
		return a.Open - b.Open
	})
	return c, nil
}

// ParseAll reads the expressions of all tags.
func (c *Compiler) ParseAll() {
	for i := range c.Pieces {
		if c.Pieces[i].Kind == TagPiece {
			c.Parse(c.Pieces[i].Tag)
		}
	}
}

func (c *Compiler) Parse(t *Tag) {
	if t.Kind == EndTag || t.Kind == BranchTag && t.Command == "else" {
		return
	}
	c.Language.RewriteTag(c, t)
	if t.Kind == CommandTag && !c.Language.IsKnown(t.Command) {
		problem := t.Problem("unknown-tag", "name", t.Command)
		problem.Nearest = expression.Nearest(t.Command, c.Language.commandNames())
		c.Found.Add(problem)
		return
	}
	parsed, err := expression.Parse(t.Body, c.Language.Filters)
	if err == nil {
		t.Expr = parsed
		return
	}
	if IsPlain(t.Body) {
		return // a name that is no expression, such as {first name}: it is looked up as it is
	}
	var wrong *expression.SyntaxError
	if errors.As(err, &wrong) {
		problem := t.problemWith(wrong.Code, wrong.Values)
		problem.Nearest = wrong.Nearest
		c.Found.Add(problem)
		return
	}
	c.Found.Add(t.Problem("expression-syntax", "at", t.Body))
}

// IsPlain says whether a text can only be a name, one with spaces or other signs in it.
func IsPlain(text string) bool {
	return text != "" && !strings.ContainsAny(text, "+*/%<>=!&|?;()[]{}\"'“”‘’,")
}

// PreserveSpaces has the elements with tags keep the spaces of their text (XML 1.0, 2.10).
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

// Build makes the nodes of pieces from one up to another.
func (c *Compiler) Build(from, to int) []Node {
	b := Builder{Compiler: c}
	for i := from; i < to; i++ {
		if c.nextLoop < len(c.Loops) && c.Loops[c.nextLoop].Left < i {
			l := &c.Loops[c.nextLoop]
			c.Found.Add(l.Tag.Problem("crossed-loops", "name", l.Tag.Body))
			c.nextLoop++
		}
		if c.nextLoop < len(c.Loops) && c.Loops[c.nextLoop].Left == i {
			l := c.Loops[c.nextLoop]
			c.nextLoop++
			if l.Right >= to {
				c.Found.Add(l.Tag.Problem(codeIf(c.Pieces[to].Token.Kind == markup.End, "loop-breaks-element", "crossed-loops"), "name", l.Tag.Body))
				continue
			}
			b.loopWithSections(&l)
			i = l.Right
			continue
		}
		i = b.addPiece(i, to)
	}
	b.flush()
	return b.nodes
}

// sourceOf gives the markup of pieces as it is.
func (c *Compiler) sourceOf(from, to int) (raw []byte) {
	for i := from; i <= to; i++ {
		raw = append(raw, c.Pieces[i].Token.Raw...)
	}
	return raw
}

// hasTags says whether there are tags from one piece up to another.
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
