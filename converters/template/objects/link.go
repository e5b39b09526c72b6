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

// LinkRelation is the type of the relationships to link addresses.
const LinkRelation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink"

// linkAddress converts an address into a valid URI (RFC 3986, 2) that opens a web page, an e-mail or a phone call. For
// other addresses, such as those that would start a program, it returns "".
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

// ShortAddress is like [linkAddress], but returns "" if the address is longer than Excel allows.
func ShortAddress(address string) string {
	const longestAddress = 2000
	if address = linkAddress(address); len(address) > longestAddress {
		return ""
	}
	return address
}

// AddressNode is an XML element for a link whose address has template tags.
type AddressNode struct {
	Tag           *core.Tag // the first template tag in the address
	Address       core.TaggedText
	Before, After []byte        // the markup around the relationship id, or around the address
	InField       bool          // whether the element is a field, which contains the address itself
	Link          *markup.Token // the XML element; nil if the field's address is in a text
}

// Tags implements [core.TaggedTextNode].
func (n *AddressNode) Tags() (all []*core.Tag) {
	for _, part := range n.Address {
		if part.Tag != nil {
			all = append(all, part.Tag)
		}
	}
	return all
}

// Render implements [core.Node].
func (n *AddressNode) Render(r *core.Renderer, s *core.Scope) {
	given := n.Address.RenderAddress(r, s)
	address := linkAddress(given)
	if given != "" && address == "" {
		r.Problems.Add(n.Tag.Problem("link-unsafe", "address", given))
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

// CompileLink returns the node of a link whose address has template tags, or nil for any other XML element.
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

// CompileAddress returns the node of an address, or nil if the address has no template tags.
func CompileAddress(c *core.Compiler, address string) *AddressNode {
	n := &AddressNode{Address: c.ParseTaggedText(address)}
	for _, part := range n.Address {
		if part.Tag != nil {
			n.Tag = part.Tag
			return n
		}
	}
	return nil
}

// LinkNode is a link that a tag inserts: {:link site}. The value is an address or {url, text}.
type LinkNode struct {
	Tag *core.Tag
	// Write writes a link that shows the given text. id is the id of the relationship to the address of the link.
	Write func(r *core.Renderer, id, text string)
}

// Reads implements [core.OneTagNode].
func (n *LinkNode) Reads() (*core.Tag, core.ParameterKind) { return n.Tag, core.LinkKind }

// Render implements [core.Node].
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
		r.Problems.Add(n.Tag.Problem("link-unsafe", "address", address))
		return
	}
	id := r.Relate(LinkRelation, target, true)
	n.Write(r, id, text)
}

// MemberText returns a member of an object as a text, or "" if there is none.
func MemberText(object map[string]any, name string) string {
	if value, ok := object[name]; ok && value != nil {
		return expression.Text(value)
	}
	return ""
}

// escapeInField escapes an address for the quoted argument of a field.
func escapeInField(address string) string {
	return markup.Escape(strings.NewReplacer(`"`, "%22", `\`, "%5C").Replace(address))
}
