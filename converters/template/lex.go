package template

import (
	"slices"
	"strings"

	"lectern/converters/template/markup"
	"lectern/converters/wire"
)

// pieceKind is what a piece is.
type pieceKind uint8

const (
	markupPiece pieceKind = iota
	textPiece             // of a text element, without tags
	tagPiece
)

// piece is a token of a part, or a part of one where a text has tags.
type piece struct {
	kind   pieceKind
	token  markup.Token // of markup
	text   string       // of text, as it is read
	tag    *tag
	parent int  // the start of the element around it; -1 for none
	match  int  // of starts the end, of ends the start
	dead   bool // it is not written: it only marks where a loop begins or ends
}

// delimiters stand around a tag.
type delimiters struct{ open, close string }

// usualDelimiters are those that a template has where it does not say others.
var usualDelimiters = delimiters{"{", "}"}

// segment is the text of one token, in the text of the whole part.
type segment struct {
	token, paragraph int
	from, to         int // in the whole text
}

// lexer finds the tags in the text of a part, over the runs that an editor has split it into.
type lexer struct {
	part     string
	format   *format
	tokens   []markup.Token
	segments []segment
	whole    string
	spans    []span
	problems *problems
	// cells gives the addresses of the paragraphs that are cells.
	cells map[int]string
	// first and behind are the first segment of a paragraph, and the one behind its last one.
	first, behind int
}

// separator is in the whole text between paragraphs that no tag lies over.
const separator = "\x00"

// span is where a tag is in the whole text, with its delimiters.
type span struct {
	from, to int
	inner    string
	source   string
	none     bool // it only changes the delimiters
}

// lex cuts a part into pieces; nil where it has no tags.
func lex(part string, source []byte, f *format, texts map[string]bool, found *problems) ([]piece, error) {
	tokens, err := markup.Scan(source)
	if err != nil {
		return nil, err
	}
	l := &lexer{part: part, format: f, tokens: tokens, problems: found}
	l.gather(texts)
	l.findTags()
	if len(l.spans) == 0 {
		return nil, nil
	}
	return link(l.cut()), nil
}

// lexPlain cuts a part without tags into pieces.
func lexPlain(source []byte) ([]piece, error) {
	tokens, err := markup.Scan(source)
	pieces := make([]piece, len(tokens))
	for i, t := range tokens {
		pieces[i] = piece{kind: markupPiece, token: t}
	}
	return link(pieces), err
}

// gather puts together the text of the part.
func (l *lexer) gather(texts map[string]bool) {
	var whole strings.Builder
	var open []int // starts
	paragraphs := []int{-1}
	for i := range l.tokens {
		switch t := &l.tokens[i]; t.Kind {
		case markup.Start:
			open = append(open, i)
			if t.Name == l.format.paragraph {
				paragraphs = append(paragraphs, i)
			}
		case markup.End:
			open = open[:len(open)-1]
			if t.Name == l.format.paragraph {
				paragraphs = paragraphs[:len(paragraphs)-1]
			}
		case markup.Text:
			if len(open) == 0 || !texts[l.tokens[open[len(open)-1]].Name] {
				continue
			}
			paragraph := paragraphs[len(paragraphs)-1]
			if l.format.separate && len(l.segments) > 0 && l.segments[len(l.segments)-1].paragraph != paragraph {
				whole.WriteString(separator)
			}
			from := whole.Len()
			whole.WriteString(markup.Unescape(t.Raw))
			l.segments = append(l.segments, segment{i, paragraph, from, whole.Len()})
		}
	}
	l.whole = whole.String()
}

// findTags finds where tags are, and which have only one of their delimiters.
func (l *lexer) findTags() {
	d, find := usualDelimiters, finder{l.whole, map[string]int{}}
	for at := 0; ; {
		open, end := find.from(d.open, at), find.from(d.close, at)
		if end >= 0 && (open < 0 || end < open) {
			from := max(at, end-20)
			l.complain("unopened-tag", from+1+strings.LastIndex(l.whole[from:end], separator), end+len(d.close))
			at = end + len(d.close)
			continue
		}
		if open < 0 {
			return
		}
		inside := open + len(d.open)
		if strings.HasPrefix(l.whole[inside:], "=") {
			if next, to, ok := changed(l.whole[inside:], d); ok {
				l.spans = append(l.spans, span{open, inside + to, "", "", true})
				d, at = next, inside+to
				continue
			}
		}
		end = find.from(d.close, inside)
		again := find.from(d.open, inside)
		if cut := find.from(separator, inside); l.format.separate && cut >= 0 && cut < end {
			l.complain("unclosed-tag", open, cut)
			at = cut
			continue
		}
		if end < 0 || d.open != d.close && again >= 0 && again < end {
			to := min(open+len(d.open)+20, len(l.whole))
			if again >= 0 {
				to = again
			}
			l.complain(cmpCode(again == inside, "doubled-delimiter", "unclosed-tag"), open, to)
			if at = inside; again == inside {
				at = skipDoubled(&find, again, d)
			}
			continue
		}
		to := end + len(d.close)
		l.spans = append(l.spans, span{open, to, l.whole[inside:end], l.whole[open:to], false})
		at = to
	}
}

func cmpCode(is bool, yes, no string) string {
	if is {
		return yes
	}
	return no
}

// skipDoubled gives where it goes on after a tag with delimiters that are doubled.
func skipDoubled(find *finder, inner int, d delimiters) int {
	if end := find.from(d.close+d.close, inner); end >= 0 {
		return end + 2*len(d.close)
	}
	return inner + len(d.open)
}

// changed reads a change of delimiters, such as =[[ ]]=} for [[ and ]]. It gives how long it is.
func changed(text string, d delimiters) (next delimiters, size int, ok bool) {
	inner, _, found := strings.Cut(text[1:], "=")
	size = 1 + len(inner) + 1
	words := strings.Fields(inner)
	if !found || len(words) != 2 || !strings.HasPrefix(text[size:], d.close) {
		return d, 0, false
	}
	return delimiters{words[0], words[1]}, size + len(d.close), true
}

// complain tells a problem of the whole text from one place to another one.
func (l *lexer) complain(code string, from, to int) {
	to = min(to, len(l.whole))
	for from > 0 && l.whole[from]&0xc0 == 0x80 {
		from--
	}
	for to < len(l.whole) && l.whole[to]&0xc0 == 0x80 {
		to++
	}
	at := l.segmentAt(max(from, to-1))
	problem := wire.TemplateProblem{Code: code, Part: l.part, Paragraph: l.paragraphAt(at), Tag: strings.ReplaceAll(l.whole[from:to],
		separator, " ")}
	if cell := l.cells[l.segments[at].paragraph]; cell != "" {
		problem.Values = map[string]string{"cell": cell}
	}
	l.problems.add(problem)
}

func (l *lexer) segmentAt(offset int) int {
	i, found := slices.BinarySearchFunc(l.segments, offset, func(s segment, offset int) int { return s.from - offset })
	if !found {
		i--
	}
	return max(i, 0)
}

// paragraphAt gives the text of the paragraph of a segment.
func (l *lexer) paragraphAt(at int) string {
	if l.first > at || at >= l.behind { // the last one that was asked for is not it
		same := func(i int) bool { return l.segments[i].paragraph == l.segments[at].paragraph }
		for l.first = at; l.first > 0 && same(l.first-1); l.first-- {
		}
		for l.behind = at + 1; l.behind < len(l.segments) && same(l.behind); l.behind++ {
		}
	}
	return l.whole[l.segments[l.first].from:l.segments[l.behind-1].to]
}

// cut gives the pieces. A tag is where its beginning is, and what else lies between its delimiters
// comes behind it, but for what would break it.
func (l *lexer) cut() []piece {
	c := cutter{lexer: l, pieces: make([]piece, 0, len(l.tokens)+2*len(l.spans))}
	for i := range l.tokens {
		if c.segment < len(l.segments) && l.segments[c.segment].token == i {
			c.cutText()
			c.segment++
			continue
		}
		if !c.inside || !c.drops(&l.tokens[i]) {
			c.pieces = append(c.pieces, piece{kind: markupPiece, token: l.tokens[i]})
		}
	}
	return c.pieces
}

type cutter struct {
	*lexer
	pieces        []piece
	segment, span int
	inside        bool // a tag began in a text before, and has not ended
	dropping      int  // depth within an element that is dropped as a whole
}

// drops says whether a token that a tag lies over is left out.
func (c *cutter) drops(t *markup.Token) bool {
	whole := strings.HasSuffix(t.Name, "Pr") // of properties all that is in them is left out
	if c.dropping > 0 {
		switch t.Kind {
		case markup.Start:
			c.dropping++
		case markup.End:
			c.dropping--
		}
		return true
	}
	if !slices.Contains(c.format.dropped, t.Name) {
		return false
	}
	if whole && t.Kind == markup.Start {
		c.dropping = 1
	}
	return true
}

// cutText cuts the text of the present segment.
func (c *cutter) cutText() {
	s := c.segments[c.segment]
	at := s.from
	for ; c.span < len(c.spans); c.span++ {
		one := &c.spans[c.span]
		if one.from >= s.to {
			break
		}
		if one.from >= s.from { // it begins here
			c.addText(at, one.from)
			c.addTag(one)
		}
		if one.to > s.to {
			c.inside = true
			return
		}
		at, c.inside = max(at, one.to), false
	}
	c.addText(at, s.to)
}

func (c *cutter) addText(from, to int) {
	if from < to {
		c.pieces = append(c.pieces, piece{kind: textPiece, text: c.whole[from:to]})
	}
}

func (c *cutter) addTag(s *span) {
	if s.none {
		return
	}
	at := c.segmentAt(s.from)
	tag := &tag{source: s.source, part: c.part, paragraph: c.paragraphAt(at), cell: c.cells[c.segments[at].paragraph]}
	tag.read(s.inner)
	c.pieces = append(c.pieces, piece{kind: tagPiece, tag: tag})
}

// link tells each piece what it lies in, and each start and end of the other one.
func link(pieces []piece) []piece {
	var open []int
	for i := range pieces {
		p := &pieces[i]
		p.parent = -1
		if p.token.Kind == markup.End && p.kind == markupPiece && len(open) > 0 {
			p.match = open[len(open)-1]
			pieces[p.match].match = i
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			p.parent = open[len(open)-1]
		}
		if p.token.Kind == markup.Start && p.kind == markupPiece {
			open = append(open, i)
		}
	}
	return pieces
}
