package objects

import (
	"bytes"
	"fmt"
	"net/url"
	"strings"

	"lectern/converters/template/core"
	"lectern/converters/template/expression"
	"lectern/converters/template/markup"
)

const LinkRelation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink"

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

// ShortAddress is [linkAddress] but for what is longer than a link of a workbook may be.
func ShortAddress(address string) string {
	const longestAddress = 2000
	if address = linkAddress(address); len(address) > longestAddress {
		return ""
	}
	return address
}

// AddressNode is the tag of a link whose address has tags.
type AddressNode struct {
	Tag           *core.Tag // of the first of them
	Address       core.Phrase
	Before, After []byte        // of the tag of the markup, around the id
	InField       bool          // the address itself stands there
	Link          *markup.Token // the tag of the markup; nil where the address stands in a text
}

// Tags implements [core.PhraseNode].
func (n *AddressNode) Tags() (all []*core.Tag) {
	for _, part := range n.Address {
		if part.Tag != nil {
			all = append(all, part.Tag)
		}
	}
	return all
}

func (n *AddressNode) Render(r *core.Renderer, s *core.Scope) {
	given := n.Address.InAddress(r, s)
	address := linkAddress(given)
	if given != "" && address == "" {
		r.Found.Add(n.Tag.Problem("link-unsafe", "address", given))
		return
	}
	if n.InField {
		address = escapeInField(address)
	} else {
		address = r.Relate(LinkRelation, address, true)
	}
	begin := len(r.Out)
	r.Out = append(append(append(r.Out, n.Before...), address...), n.After...)
	if n.Link != nil {
		r.WrittenLinks[n.Link] = bytes.Clone(r.Out[begin:])
	}
}

// CompileLink makes the node of a tag of the markup that leads to an address with tags; nil where it does
// not.
func CompileLink(c *core.Compiler, t *markup.Token) core.Node {
	if t.Name != "w:hyperlink" && t.Name != "a:hlinkClick" || len(c.References.Addresses) == 0 {
		return nil
	}
	id, _ := t.Attribute("r:id")
	address, ok := c.References.Addresses[id]
	if !ok {
		return nil
	}
	n := CompileAddress(c, address)
	if n == nil {
		return nil
	}
	n.Link = t
	n.Before, n.After = markup.SplitAttribute(t, "r:id")
	return n
}

// CompileAddress makes the node of an address; nil where it has no tags.
func CompileAddress(c *core.Compiler, address string) *AddressNode {
	n := &AddressNode{Address: c.Phrase(address)}
	for _, part := range n.Address {
		if part.Tag != nil {
			n.Tag = part.Tag
			return n
		}
	}
	return nil
}

// LinkNode is a link that a tag makes: {:link site}, of an address or of {url, text}.
type LinkNode struct {
	Tag *core.Tag
	// Write writes a link with a text to the target of the relation of an id.
	Write func(r *core.Renderer, id, text string)
}

// Reads implements [core.OneTagNode].
func (n *LinkNode) Reads() (*core.Tag, core.ParameterKind) { return n.Tag, core.LinkKind }

func (n *LinkNode) Render(r *core.Renderer, s *core.Scope) {
	value, ok := r.Value(n.Tag, s)
	if !ok || !expression.Truthy(value) {
		return
	}
	address := r.Text(n.Tag, value)
	text := address
	if object, isObject := value.(map[string]any); isObject {
		address, text = MemberText(object, "url"), MemberText(object, "text")
		if text == "" {
			text = address
		}
	}
	target := linkAddress(address)
	if target == "" {
		r.Found.Add(n.Tag.Problem("link-unsafe", "address", address))
		return
	}
	id := r.Relate(LinkRelation, target, true)
	n.Write(r, id, text)
}

func MemberText(object map[string]any, name string) string {
	if value, ok := object[name]; ok && value != nil {
		return expression.Text(value)
	}
	return ""
}

// escapeInField gives an address as it stands between quotes in a field, which it does not end.
func escapeInField(address string) string {
	return markup.Escape(strings.NewReplacer(`"`, "%22", `\`, "%5C").Replace(address))
}
