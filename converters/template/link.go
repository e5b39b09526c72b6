package template

import (
	"bytes"
	"fmt"
	"net/url"
	"strings"

	"lectern/converters/template/expression"
	"lectern/converters/template/markup"
)

const linkRelation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink"

// linkAddress gives an address as links in documents have it: a URI (RFC 3986, 2), which programs are
// strict about, and one that a reader may be led to, so that no program runs. It is empty where that
// cannot be.
func linkAddress(address string) string {
	address = strings.TrimSpace(address)
	parsed, err := url.Parse(address)
	if err != nil {
		return ""
	}
	switch strings.ToLower(parsed.Scheme) {
	case "http", "https":
		if parsed.Hostname() == "" {
			return ""
		}
	case "mailto", "tel":
	default:
		return ""
	}
	var escaped strings.Builder
	for _, r := range address {
		switch {
		case r < ' ' || r == '\x7f':
		case r == ' ' || strings.ContainsRune("<>\"{}|\\^`", r):
			fmt.Fprintf(&escaped, "%%%02X", r)
		default:
			escaped.WriteRune(r)
		}
	}
	return escaped.String()
}

// shortAddress is [linkAddress] but for what is longer than a link of a workbook may be.
func shortAddress(address string) string {
	const longestAddress = 2000
	if address = linkAddress(address); len(address) > longestAddress {
		return ""
	}
	return address
}

// addressNode is the tag of a link whose address has tags.
type addressNode struct {
	tag           *tag // of the first of them
	address       phrase
	before, after []byte        // of the tag of the markup, around the id
	inField       bool          // the address itself stands there
	link          *markup.Token // the tag of the markup; nil where the address stands in a text
}

// tags implements [phrased].
func (n *addressNode) tags() (all []*tag) {
	for _, part := range n.address {
		if part.tag != nil {
			all = append(all, part.tag)
		}
	}
	return all
}

func (n *addressNode) render(r *renderer, s *scope) {
	given := n.address.inAddress(r, s)
	address := linkAddress(given)
	if given != "" && address == "" {
		r.found.add(n.tag.problem("link-unsafe", "address", given))
		return
	}
	if n.inField {
		address = inField(address)
	} else {
		address = r.relate(linkRelation, address, true)
	}
	begin := len(r.out)
	r.out = append(append(append(r.out, n.before...), address...), n.after...)
	if n.link != nil {
		r.links[n.link] = bytes.Clone(r.out[begin:])
	}
}

// link makes the node of a tag of the markup that leads to an address with tags; nil where it does
// not.
func (c *compiler) link(t *markup.Token) node {
	if t.Name != "w:hyperlink" && t.Name != "a:hlinkClick" || len(c.refers.addresses) == 0 {
		return nil
	}
	id, _ := t.Attribute("r:id")
	address, ok := c.refers.addresses[id]
	if !ok {
		return nil
	}
	n := c.addressNode(address)
	if n == nil {
		return nil
	}
	n.link = t
	n.before, n.after = around(t, "r:id")
	return n
}

// addressNode makes the node of an address; nil where it has no tags.
func (c *compiler) addressNode(address string) *addressNode {
	n := &addressNode{address: c.phrase(address)}
	for _, part := range n.address {
		if part.tag != nil {
			n.tag = part.tag
			return n
		}
	}
	return nil
}

// linkNode is a link that a tag makes: {:link site}, of an address or of {url, text}.
type linkNode struct {
	tag *tag
	// write writes a link with a text to the target of the relation of an id.
	write func(r *renderer, id, text string)
}

// reads implements [tagged].
func (n *linkNode) reads() (*tag, kind) { return n.tag, linkKind }

func (n *linkNode) render(r *renderer, s *scope) {
	value, ok := r.value(n.tag, s)
	if !ok || !expression.Truthy(value) {
		return
	}
	address := r.text(n.tag, value)
	text := address
	if object, isObject := value.(map[string]any); isObject {
		address, text = memberText(object, "url"), memberText(object, "text")
		if text == "" {
			text = address
		}
	}
	target := linkAddress(address)
	if target == "" {
		r.found.add(n.tag.problem("link-unsafe", "address", address))
		return
	}
	id := r.relate(linkRelation, target, true)
	n.write(r, id, text)
}

func memberText(object map[string]any, name string) string {
	if value, ok := object[name]; ok && value != nil {
		return expression.Text(value)
	}
	return ""
}
