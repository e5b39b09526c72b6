package core

import (
	"slices"
	"strings"

	"lectern/converters/template/markup"
	"lectern/converters/wire"
)

// pieceKind states what a [Piece] represents.
type pieceKind uint8

const (
	MarkupPiece pieceKind = iota
	TextPiece             // text within a text element, without tags
	TagPiece
)

// Piece is a token of a part's markup, a text without template tags, or a template tag.
type Piece struct {
	Kind    pieceKind
	Token   markup.Token // set for MarkupPiece
	Text    string       // set for TextPiece; unescaped
	Tag     *Tag
	parent  int  // index of the start tag of the enclosing element; -1 if there is none
	Match   int  // index of the matching end tag of a start tag, or of the start tag of an end tag
	Removed bool // the piece is not written; it only marks the start or the end of a loop
}

// delimiters are the texts that begin and end a template tag.
type delimiters struct{ Open, Close string }

// DefaultDelimiters are the default delimiters, which a template can change.
var DefaultDelimiters = delimiters{"{", "}"}

// Segment is the text of one markup token.
type Segment struct {
	token, paragraph int
	from, To         int // offsets in the joined text
}

// Lexer finds the template tags in the text of a part. An editor may have split a tag into several runs, so the Lexer
// searches the joined text of all runs.
type Lexer struct {
	Part       string
	Format     *Format
	Tokens     []markup.Token
	Segments   []Segment
	JoinedText string
	Spans      []tagSpan
	Problems   *ProblemList
	// Cells is for paragraphs that are cells of a spreadsheet. It maps the index of the paragraph's token to the
	// address of the cell.
	Cells map[int]string
	// The paragraph that paragraphAt returned last consists of the segments from first up to, but not including, end.
	first, end int
}

// separator separates two paragraphs in the joined text if a tag must end in the paragraph where it begins.
const separator = "\x00"

// tagSpan is the range of a template tag in the joined text, including its delimiters.
type tagSpan struct {
	From, To       int
	Inner          string
	Source         string
	DelimitersOnly bool // the tag only changes the delimiters
}

// lexPart splits a part into pieces. It returns nil if the part has no tags.
func lexPart(part string, source []byte, f *Format, texts map[string]bool, found *ProblemList) ([]Piece, error) {
	tokens, err := markup.Scan(source)
	if err != nil {
		return nil, err
	}
	l := &Lexer{Part: part, Format: f, Tokens: tokens, Problems: found}
	l.JoinTexts(texts)
	l.FindTags()
	if len(l.Spans) == 0 {
		return nil, nil
	}
	return LinkPieces(l.Cut()), nil
}

// lexPlain splits a part without tags into pieces.
func lexPlain(source []byte) ([]Piece, error) {
	tokens, err := markup.Scan(source)
	pieces := make([]Piece, len(tokens))
	for i, t := range tokens {
		pieces[i] = Piece{Kind: MarkupPiece, Token: t}
	}
	return LinkPieces(pieces), err
}

// JoinTexts joins the texts of the elements that can contain tags.
func (l *Lexer) JoinTexts(texts map[string]bool) {
	var whole strings.Builder
	var open []int // indexes of start tags
	paragraphs := []int{-1}
	for i := range l.Tokens {
		switch t := &l.Tokens[i]; t.Kind {
		case markup.Start:
			open = append(open, i)
			if t.Name == l.Format.Paragraph {
				paragraphs = append(paragraphs, i)
			}
		case markup.End:
			open = open[:len(open)-1]
			if t.Name == l.Format.Paragraph {
				paragraphs = paragraphs[:len(paragraphs)-1]
			}
		case markup.Text:
			if len(open) == 0 || !texts[l.Tokens[open[len(open)-1]].Name] {
				continue
			}
			paragraph := paragraphs[len(paragraphs)-1]
			if l.Format.OneParagraph && len(l.Segments) > 0 && l.Segments[len(l.Segments)-1].paragraph != paragraph {
				whole.WriteString(separator)
			}
			from := whole.Len()
			whole.WriteString(markup.Unescape(t.Raw))
			l.Segments = append(l.Segments, Segment{i, paragraph, from, whole.Len()})
		}
	}
	l.JoinedText = whole.String()
}

// FindTags finds the ranges of all template tags, and reports tags that lack a delimiter.
func (l *Lexer) FindTags() {
	d, find := DefaultDelimiters, forwardFinder{l.JoinedText, map[string]int{}}
	for at := 0; ; {
		open, end := find.next(d.Open, at), find.next(d.Close, at)
		if end >= 0 && (open < 0 || end < open) {
			from := max(at, end-20)
			l.report("unopened-tag", from+1+strings.LastIndex(l.JoinedText[from:end], separator), end+len(d.Close))
			at = end + len(d.Close)
			continue
		}
		if open < 0 {
			return
		}
		inside := open + len(d.Open)
		if strings.HasPrefix(l.JoinedText[inside:], "=") {
			if next, to, ok := parseDelimiterChange(l.JoinedText[inside:], d); ok {
				l.Spans = append(l.Spans, tagSpan{open, inside + to, "", "", true})
				d, at = next, inside+to
				continue
			}
		}
		end = find.next(d.Close, inside)
		again := find.next(d.Open, inside)
		if cut := find.next(separator, inside); l.Format.OneParagraph && cut >= 0 && cut < end {
			l.report("unclosed-tag", open, cut)
			at = cut
			continue
		}
		if end < 0 || d.Open != d.Close && again >= 0 && again < end {
			to := min(open+len(d.Open)+20, len(l.JoinedText))
			if again >= 0 {
				to = again
			}
			l.report(codeIf(again == inside, "doubled-delimiter", "unclosed-tag"), open, to)
			if at = inside; again == inside {
				at = skipDoubledDelimiter(&find, again, d)
			}
			continue
		}
		to := end + len(d.Close)
		l.Spans = append(l.Spans, tagSpan{open, to, l.JoinedText[inside:end], l.JoinedText[open:to], false})
		at = to
	}
}

func codeIf(condition bool, yes, no string) string {
	if condition {
		return yes
	}
	return no
}

// skipDoubledDelimiter returns the offset at which the search for tags continues when a tag has doubled delimiters,
// such as {{name}}.
func skipDoubledDelimiter(find *forwardFinder, inner int, d delimiters) int {
	if end := find.next(d.Close+d.Close, inner); end >= 0 {
		return end + 2*len(d.Close)
	}
	return inner + len(d.Open)
}

// parseDelimiterChange parses the rest of a tag that changes the delimiters, such as =[[ ]]=} for [[ and ]]. size is
// the length of the parsed text in bytes.
func parseDelimiterChange(text string, d delimiters) (next delimiters, size int, ok bool) {
	inner, _, found := strings.Cut(text[1:], "=")
	size = 1 + len(inner) + 1
	words := strings.Fields(inner)
	if !found || len(words) != 2 || !strings.HasPrefix(text[size:], d.Close) {
		return d, 0, false
	}
	return delimiters{words[0], words[1]}, size + len(d.Close), true
}

// report adds a problem with a tag. The text of the tag is the joined text in the half-open range [from, to).
func (l *Lexer) report(code string, from, to int) {
	to = min(to, len(l.JoinedText))
	for from > 0 && l.JoinedText[from]&0xc0 == 0x80 {
		from--
	}
	for to < len(l.JoinedText) && l.JoinedText[to]&0xc0 == 0x80 {
		to++
	}
	at := l.segmentAt(max(from, to-1))
	problem := wire.TemplateProblem{Code: code, Part: l.Part, Paragraph: l.paragraphAt(at), Tag: strings.ReplaceAll(l.JoinedText[from:to],
		separator, " ")}
	if cell := l.Cells[l.Segments[at].paragraph]; cell != "" {
		problem.Values = map[string]string{"cell": cell}
	}
	l.Problems.Add(problem)
}

func (l *Lexer) segmentAt(offset int) int {
	i, found := slices.BinarySearchFunc(l.Segments, offset, func(s Segment, offset int) int { return s.from - offset })
	if !found {
		i--
	}
	return max(i, 0)
}

// paragraphAt returns the text of the paragraph that contains a segment.
func (l *Lexer) paragraphAt(at int) string {
	if l.first > at || at >= l.end { // the segment is not in the paragraph of the last call
		same := func(i int) bool { return l.Segments[i].paragraph == l.Segments[at].paragraph }
		for l.first = at; l.first > 0 && same(l.first-1); l.first-- {
		}
		for l.end = at + 1; l.end < len(l.Segments) && same(l.end); l.end++ {
		}
	}
	return l.JoinedText[l.Segments[l.first].from:l.Segments[l.end-1].To]
}

// Cut returns the pieces. A template tag becomes one piece at the position of its opening delimiter. XML elements
// within the template tag follow this piece, unless isDropped returns true for them.
func (l *Lexer) Cut() []Piece {
	c := cutter{Lexer: l, pieces: make([]Piece, 0, len(l.Tokens)+2*len(l.Spans))}
	for i := range l.Tokens {
		if c.segment < len(l.Segments) && l.Segments[c.segment].token == i {
			c.cutText()
			c.segment++
			continue
		}
		if !c.inside || !c.isDropped(&l.Tokens[i]) {
			c.pieces = append(c.pieces, Piece{Kind: MarkupPiece, Token: l.Tokens[i]})
		}
	}
	return c.pieces
}

type cutter struct {
	*Lexer
	pieces        []Piece
	segment, span int
	inside        bool // a template tag began in an earlier segment and has not ended yet
	dropping      int  // nesting depth within an element that is dropped with its content
}

// isDropped reports whether a markup token within a template tag is left out.
func (c *cutter) isDropped(t *markup.Token) bool {
	whole := strings.HasSuffix(t.Name, "Pr") // properties elements are dropped with their content
	if c.dropping > 0 {
		switch t.Kind {
		case markup.Start:
			c.dropping++
		case markup.End:
			c.dropping--
		}
		return true
	}
	if !slices.Contains(c.Format.dropped, t.Name) {
		return false
	}
	if whole && t.Kind == markup.Start {
		c.dropping = 1
	}
	return true
}

// cutText splits the text of the current segment into pieces.
func (c *cutter) cutText() {
	s := c.Segments[c.segment]
	at := s.from
	for ; c.span < len(c.Spans); c.span++ {
		one := &c.Spans[c.span]
		if one.From >= s.To {
			break
		}
		if one.From >= s.from { // the template tag begins in this segment
			c.addText(at, one.From)
			c.addTag(one)
		}
		if one.To > s.To {
			c.inside = true
			return
		}
		at, c.inside = max(at, one.To), false
	}
	c.addText(at, s.To)
}

func (c *cutter) addText(from, to int) {
	if from < to {
		c.pieces = append(c.pieces, Piece{Kind: TextPiece, Text: c.JoinedText[from:to]})
	}
}

func (c *cutter) addTag(s *tagSpan) {
	if s.DelimitersOnly {
		return
	}
	at := c.segmentAt(s.From)
	tag := &Tag{Source: s.Source, Part: c.Part, Paragraph: c.paragraphAt(at), Cell: c.Cells[c.Segments[at].paragraph]}
	tag.Parse(s.Inner)
	c.pieces = append(c.pieces, Piece{Kind: TagPiece, Tag: tag})
}

// LinkPieces sets the enclosing element of each piece, and links the start and end tags of each element. It returns
// pieces.
func LinkPieces(pieces []Piece) []Piece {
	var open []int
	for i := range pieces {
		p := &pieces[i]
		p.parent = -1
		if p.Token.Kind == markup.End && p.Kind == MarkupPiece && len(open) > 0 {
			p.Match = open[len(open)-1]
			pieces[p.Match].Match = i
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			p.parent = open[len(open)-1]
		}
		if p.Token.Kind == markup.Start && p.Kind == MarkupPiece {
			open = append(open, i)
		}
	}
	return pieces
}
