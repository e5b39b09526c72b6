package richtext

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// reader converts an HTML tree into blocks.
type reader struct {
	blocks    []Block
	paragraph *Paragraph // the paragraph being read; nil between paragraphs
	space     *Span      // a pending space, written before further text on the line
	hasText   bool       // the line ends with text other than a space
	pageBreak bool       // the next paragraph starts on a new page
	cells     int
	tooLarge  bool
}

func (r *reader) children(n *html.Node, s style) {
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		switch child.Type {
		case html.TextNode:
			r.text(child.Data, &s)
		case html.ElementNode:
			r.element(child, s)
		}
	}
}

func (r *reader) element(n *html.Node, s style) {
	d := declarationsOf(n)
	if isDropped(n) || d.word("display") == "none" {
		return
	}
	if n.Namespace != "" { // an element of MathML or SVG, which can have the same name as an HTML element
		r.children(n, s)
		return
	}
	switch n.DataAtom {
	case atom.Br:
		r.breakLine(&s)
		return
	case atom.Hr:
		r.rule(&s)
		return
	case atom.Img:
		r.image(n, d, &s)
		return
	case atom.Input:
		r.input(n, &s)
		return
	case atom.Wbr:
		r.write(Span{Text: "\u200b"}, &s)
		return
	case atom.Table:
		r.table(n, d, s)
		return
	}
	block := isBlock(n, d)
	s.applyElement(n)
	s.applyAttributes(n, block)
	s.applyDeclarations(d, block)
	if block {
		r.block(n, d, s)
		return
	}
	if n.DataAtom == atom.Q {
		r.text("“", &s)
		defer r.text("”", &s)
	}
	r.children(n, s)
}

// block reads a block-level element.
func (r *reader) block(n *html.Node, d declarations, s style) {
	r.endParagraph()
	if breaksPage(d.word("page-break-before")) || breaksPage(d.word("break-before")) {
		r.pageBreak = len(r.blocks) > 0
	}
	switch n.DataAtom {
	case atom.Ul, atom.Ol, atom.Menu, atom.Dir:
		r.list(n, d, s)
	case atom.Li:
		r.item(n, d, s)
	default:
		r.children(n, s)
	}
	r.endParagraph()
	if breaksPage(d.word("page-break-after")) || breaksPage(d.word("break-after")) {
		r.pageBreak = true
	}
}

func breaksPage(value string) bool {
	return slices.Contains([]string{"always", "page", "left", "right", "recto", "verso"}, value)
}

// openParagraph returns the current paragraph. It creates one if there is none.
func (r *reader) openParagraph(s *style) *Paragraph {
	if r.paragraph != nil {
		return r.paragraph
	}
	p := &Paragraph{Heading: s.heading, Quote: s.quote, Preformatted: s.preformatted, PageBreak: r.pageBreak, Align: s.align, RTL: s.rtl,
		Background: s.background, Indent: s.indent, FirstLine: s.firstLine, LineHeight: s.lineHeight, LinePoints: s.linePoints}
	if i := s.item; i != nil {
		p.Item = &Item{List: i.list, Level: i.level, Number: i.number, Continues: i.begun}
		i.begun = true
	}
	r.paragraph, r.pageBreak = p, false
	return p
}

// endParagraph ends the current paragraph. A line break at its end is removed.
func (r *reader) endParagraph() {
	p := r.paragraph
	r.paragraph, r.space, r.hasText = nil, nil, false
	if p == nil {
		return
	}
	if last := len(p.Spans) - 1; last >= 0 && p.Spans[last].Break {
		p.Spans = p.Spans[:last]
	}
	p.Spans = mergeSpans(p.Spans)
	r.blocks = append(r.blocks, p)
}

// mergeSpans joins adjacent spans with the same format.
func mergeSpans(spans []Span) []Span {
	var all []Span
	for i := 0; i < len(spans); {
		one, texts := spans[i], []string{spans[i].Text}
		for i++; i < len(spans) && one.canMerge(&spans[i]); i++ {
			texts = append(texts, spans[i].Text)
		}
		one.Text = strings.Join(texts, "")
		all = append(all, one)
	}
	return all
}

// canMerge reports whether two spans can be merged into one.
func (s *Span) canMerge(other *Span) bool {
	return !s.Break && !other.Break && s.Image == nil && other.Image == nil && s.Format == other.Format && s.Link == other.Link
}

// write appends a span to the current line.
func (r *reader) write(one Span, s *style) {
	p := r.openParagraph(s)
	if r.space != nil {
		p.Spans = append(p.Spans, *r.space)
		r.space = nil
	}
	one.Format, one.Link = s.format, s.link
	p.Spans = append(p.Spans, one)
	r.hasText = true
}

func (r *reader) breakLine(s *style) {
	r.space = nil
	r.write(Span{Break: true}, s)
	r.hasText = false
}

// text appends a text. Its white space is processed according to the style.
func (r *reader) text(text string, s *style) {
	if s.whiteSpace == collapseSpaces {
		r.collapse(text, s)
		return
	}
	for i, line := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		if i > 0 {
			r.breakLine(s)
		}
		if s.whiteSpace == preserveLines {
			r.collapse(line, s)
		} else if line != "" {
			r.write(Span{Text: line}, s)
		}
	}
}

// collapse appends a text in which each run of white space is replaced by one space. White space at the ends of lines
// is dropped.
func (r *reader) collapse(text string, s *style) {
	words := strings.FieldsFunc(text, isSpace)
	if text != "" && isSpace(rune(text[0])) {
		r.spaceOnce(s)
	}
	if len(words) == 0 {
		return
	}
	r.write(Span{Text: strings.Join(words, " ")}, s)
	if isSpace(rune(text[len(text)-1])) {
		r.spaceOnce(s)
	}
}

func (r *reader) spaceOnce(s *style) {
	if r.hasText {
		r.space, r.hasText = &Span{Text: " ", Format: s.format, Link: s.link}, false
	}
}

// isSpace reports whether a character is collapsible white space. A no-break space is not.
func isSpace(r rune) bool {
	return r == ' ' || r == '\t' || r == '\n' || r == '\r' || r == '\f'
}

func (r *reader) rule(s *style) {
	r.endParagraph()
	r.openParagraph(s).Rule = true
	r.endParagraph()
}

func (r *reader) image(n *html.Node, d declarations, s *style) {
	one := &Image{Source: strings.TrimSpace(attribute(n, "src")), Alt: attribute(n, "alt")}
	for name, to := range map[string]*Length{"width": &one.Width, "height": &one.Height} {
		for _, text := range []string{attribute(n, name), d[name]} {
			if l, ok := lengthOf(text); ok && (l.EMU > 0 || l.Share > 0 && name == "width") {
				*to = l
			}
		}
	}
	if one.Source == "" {
		r.text(one.Alt, s)
		return
	}
	r.write(Span{Image: one}, s)
}

// input appends what is visible of a form field: the box of a check box, or the text of any other field.
func (r *reader) input(n *html.Node, s *style) {
	switch strings.ToLower(attribute(n, "type")) {
	case "checkbox", "radio":
		box := "☐"
		if hasAttribute(n, "checked") {
			box = "☒"
		}
		r.write(Span{Text: box}, s)
	case "hidden", "password", "file", "color", "range", "image":
	default:
		r.text(attribute(n, "value"), s)
	}
}
