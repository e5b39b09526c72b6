package richtext

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"lectern/converters/template/picture"
)

// whiteSpace states how white space is processed (CSS Text 3, 3).
type whiteSpace int8

const (
	collapseSpaces whiteSpace = iota
	preserveSpaces
	preserveLines
)

// style contains the properties that elements inherit.
type style struct {
	format                 Format
	link                   string
	whiteSpace             whiteSpace
	align                  Align
	rtl                    bool
	indent, firstLine      int64
	lineHeight, linePoints float64
	background             string
	quote, heading         int
	preformatted           bool
	lists                  int // the number of enclosing lists
	list                   *listState
	item                   *itemState
}

// listState is the list that is being read.
type listState struct {
	list *List
	next int
}

// itemState is the item that is being read.
type itemState struct {
	list          *List
	level, number int
	begun         bool
}

// isDropped reports whether an element is not shown.
func isDropped(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Head, atom.Title, atom.Script, atom.Style, atom.Template, atom.Iframe, atom.Object, atom.Embed, atom.Audio, atom.Video,
		atom.Canvas, atom.Svg, atom.Noframes, atom.Noembed, atom.Datalist, atom.Applet:
		return true
	}
	return hasAttribute(n, "hidden")
}

// isBlock reports whether an element is block-level (HTML, 15.3).
func isBlock(n *html.Node, d declarations) bool {
	switch display := d.word("display"); {
	case display == "block" || display == "flex" || display == "grid" || display == "list-item":
		return true
	case strings.HasPrefix(display, "inline"):
		return n.DataAtom == atom.Li
	}
	switch n.DataAtom {
	case atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Body, atom.Center, atom.Dd, atom.Details, atom.Dialog, atom.Dir,
		atom.Div, atom.Dl, atom.Dt, atom.Fieldset, atom.Figcaption, atom.Figure, atom.Footer, atom.Form, atom.Frameset,
		atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Header, atom.Hgroup, atom.Html, atom.Legend, atom.Li, atom.Listing,
		atom.Main, atom.Menu, atom.Nav, atom.Ol, atom.Optgroup, atom.Option, atom.P, atom.Plaintext, atom.Pre, atom.Section,
		atom.Summary, atom.Ul, atom.Xmp, atom.Caption:
		return true
	}
	return n.Data == "search"
}

// applyElement applies the default style that browsers use for an element.
func (s *style) applyElement(n *html.Node) {
	l := &s.format
	switch n.DataAtom {
	case atom.B, atom.Strong, atom.Th, atom.Dt:
		l.Bold = On
	case atom.I, atom.Em, atom.Cite, atom.Var, atom.Dfn, atom.Address:
		l.Italic = On
	case atom.U, atom.Ins:
		l.Underline = On
	case atom.S, atom.Strike, atom.Del:
		l.Strike = On
	case atom.Sub:
		l.Shift = Subscript
	case atom.Sup:
		l.Shift = Superscript
	case atom.Small:
		l.setSize("smaller")
	case atom.Big:
		l.setSize("larger")
	case atom.Mark:
		l.Background = "FFFF00"
	case atom.Code, atom.Kbd, atom.Samp, atom.Tt:
		l.setMonospaced()
	case atom.Font:
		s.applyFontElement(n)
	case atom.A:
		if address := strings.TrimSpace(attribute(n, "href")); address != "" {
			s.link = address
		}
	default:
		s.applyBlock(n)
	}
}

// setMonospaced sets a monospaced font. The size is reduced, because monospaced fonts look larger than other fonts.
func (l *Format) setMonospaced() {
	if l.Font != monospaced {
		l.Font = monospaced
		l.setSize("0.9em")
	}
}

// applyFontElement applies the attributes of <font> (HTML, 15.3.4).
func (s *style) applyFontElement(n *html.Node) {
	if color := colorOf(attribute(n, "color")); color != "" {
		s.format.Color = color
	}
	if family := familyOf(attribute(n, "face")); family != "" {
		s.format.Font = family
	}
	switch size := attribute(n, "size"); size {
	case "1", "2", "3", "4", "5", "6", "7":
		s.format.Points, s.format.Scale = []float64{7.5, 10, 12, 13.5, 18, 24, 36}[size[0]-'1'], 0
	case "+1", "+2", "+3":
		s.format.setSize([]string{"1.2em", "1.5em", "2em"}[size[1]-'1'])
	case "-1", "-2":
		s.format.setSize([]string{"0.83em", "0.63em"}[size[1]-'1'])
	}
}

// applyBlock applies the default style that browsers use for a block-level element.
func (s *style) applyBlock(n *html.Node) {
	const usualIndent = 30 * picture.Point // the default of browsers
	switch n.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		s.heading = int(n.Data[1] - '0')
	case atom.Pre, atom.Listing, atom.Xmp, atom.Plaintext:
		s.whiteSpace, s.preformatted = preserveSpaces, true
		s.format.setMonospaced()
	case atom.Textarea:
		s.whiteSpace = preserveSpaces
	case atom.Blockquote:
		s.quote++
	case atom.Dd, atom.Figure:
		s.indent += usualIndent
	case atom.Center, atom.Caption:
		s.align = Center
	}
}

// applyAttributes applies the attribute dir and, for block-level elements, the attribute align.
func (s *style) applyAttributes(n *html.Node, block bool) {
	switch strings.ToLower(attribute(n, "dir")) {
	case "rtl":
		s.rtl = true
	case "ltr":
		s.rtl = false
	}
	if align := alignOf(attribute(n, "align")); block && align != "" {
		s.align = align
	}
}

// applyDeclarations applies the declarations of a style attribute.
func (s *style) applyDeclarations(d declarations, block bool) {
	if d == nil {
		return
	}
	d.applyToFormat(&s.format)
	switch d.word("white-space") {
	case "pre", "pre-wrap", "break-spaces":
		s.whiteSpace = preserveSpaces
	case "pre-line":
		s.whiteSpace = preserveLines
	case "normal", "nowrap":
		s.whiteSpace = collapseSpaces
	}
	switch d.word("direction") {
	case "rtl":
		s.rtl = true
	case "ltr":
		s.rtl = false
	}
	if !block {
		if color := d.background(); color != "" {
			s.format.Background = color
		}
		return
	}
	s.declareBlock(d)
}

func (s *style) declareBlock(d declarations) {
	if color := d.background(); color != "" {
		s.background = color
	}
	if align := alignOf(d["text-align"]); align != "" {
		s.align = align
	}
	if l, ok := lengthOf(d["text-indent"]); ok {
		s.firstLine = min(max(l.EMU, -maxLength/100), maxLength/100)
	}
	s.indent += d.leftIndent()
	number, unit, ok := quantity(d["line-height"])
	switch {
	case !ok || number <= 0:
	case unit == "" || unit == "em":
		s.lineHeight, s.linePoints = min(max(number, 0.5), 10), 0
	case unit == "%":
		s.lineHeight, s.linePoints = min(max(number/100, 0.5), 10), 0
	case unitOf(unit) > 0:
		s.lineHeight, s.linePoints = 0, min(number*unitOf(unit)/picture.Point, 400)
	}
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name && a.Namespace == "" {
			return a.Val
		}
	}
	return ""
}

func hasAttribute(n *html.Node, name string) bool {
	for _, a := range n.Attr {
		if a.Key == name {
			return true
		}
	}
	return false
}
