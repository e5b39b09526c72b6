package richtext

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Limits of an HTML text: its size in bytes, the numbers of elements and links, and the nesting depth of elements.
const (
	maxBytes    = 10 << 20
	maxElements = 200_000
	maxLinks    = 20_000
	maxDepth    = 200
	// maxReopened is the maximal number of elements that the parser reopens. For example, an <i> that is not closed is
	// reopened in each following paragraph.
	maxReopened = 1_000_000
)

// checkBounds counts the elements that an HTML parser would create, without parsing the text. It returns [ErrTooLarge]
// if there are too many.
func checkBounds(source string) error {
	if len(source) > maxBytes {
		return ErrTooLarge
	}
	c := counter{open: map[string]int{}}
	for z := html.NewTokenizer(strings.NewReader(source)); ; {
		switch z.Next() {
		case html.ErrorToken:
			return nil
		case html.StartTagToken, html.SelfClosingTagToken:
			c.start(z.Token())
		case html.EndTagToken:
			c.endTag(z.Token())
		}
		if c.elements > maxElements || c.links > maxLinks || c.reopened > maxReopened {
			return ErrTooLarge
		}
	}
}

// counter counts elements, and computes the maximal number of elements that the parser reopens.
type counter struct {
	elements, links, reopened int
	formats                   []format
	open                      map[string]int // the number of open formats that are equal
	reopenable, scope         int
}

// format is an open formatting element, such as <b>, which the parser reopens until it is closed.
type format struct {
	name     atom.Atom
	startTag string // the start tag with its attributes
	scope    int
}

func (c *counter) start(t html.Token) {
	c.elements++
	c.reopened += c.reopenable
	switch t.DataAtom {
	case atom.A, atom.B, atom.Big, atom.Code, atom.Em, atom.Font, atom.I, atom.Nobr, atom.S, atom.Small, atom.Strike, atom.Strong,
		atom.Tt, atom.U:
		if t.DataAtom == atom.A {
			c.links++
		}
		one := format{t.DataAtom, t.String(), c.scope}
		c.formats = append(c.formats, one)
		if c.open[one.startTag]++; c.open[one.startTag] <= 3 { // the parser reopens at most three equal formats
			c.reopenable++
		}
	case atom.Table, atom.Td, atom.Th, atom.Caption, atom.Applet, atom.Object, atom.Marquee, atom.Template, atom.Select,
		atom.Frameset, atom.Colgroup:
		c.scope++ // a format that was opened outside of this element cannot be closed inside
	}
}

func (c *counter) endTag(t html.Token) {
	c.reopened += c.reopenable
	for i := len(c.formats) - 1; i >= 0 && c.formats[i].scope == c.scope; i-- {
		if one := c.formats[i]; one.name == t.DataAtom {
			c.formats = append(c.formats[:i], c.formats[i+1:]...)
			if c.open[one.startTag]--; c.open[one.startTag] < 3 {
				c.reopenable--
			}
			return
		}
	}
}

// tooDeep reports whether elements are nested more than maxDepth deep.
func tooDeep(root *html.Node) bool {
	depth := 0
	for n := root; ; {
		switch {
		case n.FirstChild != nil:
			n = n.FirstChild
			if depth++; depth > maxDepth {
				return true
			}
			continue
		case n == root:
			return false
		}
		for n.NextSibling == nil {
			if n = n.Parent; n == root {
				return false
			}
			depth--
		}
		n = n.NextSibling
	}
}
