package template

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"lectern/converters/template/markup"
)

// fieldLink is the text of a field that is a link, with its address, in a text document (ECMA-376, part
// 1, 17.16.5.25).
var fieldLink = regexp.MustCompile(`(?s)^(\s*HYPERLINK\s+")([^"\\]*)(".*)$`)

// escapedOpen begins a tag in an address.
var escapedOpen = regexp.MustCompile(`\{|%7[Bb]`)

// hasFieldLinks says whether a part might have fields that are links with tags.
func hasFieldLinks(source []byte) bool {
	return bytes.Contains(source, []byte("HYPERLINK")) && escapedOpen.Match(source)
}

// fieldText makes the node of the text of a field, an element that begins at a piece; nil where that is
// no link with tags.
func (c *compiler) fieldText(start int) node {
	p := &c.pieces[start]
	if p.token.Name != "w:instrText" || p.match != start+2 || c.pieces[start+1].token.Kind != markup.Text {
		return nil
	}
	n := c.fieldLink(markup.Unescape(c.pieces[start+1].token.Raw))
	if n == nil {
		return nil
	}
	n.before = append(bytes.Clone(p.token.Raw), n.before...)
	n.after = append(n.after, c.pieces[p.match].token.Raw...)
	return n
}

// simpleField makes the node of a tag of the markup that is a field; nil where that is no link with tags.
func (c *compiler) simpleField(t *markup.Token) node {
	text, ok := t.Attribute("w:instr")
	if t.Name != "w:fldSimple" || !ok {
		return nil
	}
	n := c.fieldLink(text)
	if n == nil {
		return nil
	}
	n.link = t
	before, after := around(t, "w:instr")
	n.before, n.after = slices.Concat(before, n.before), slices.Concat(n.after, after)
	return n
}

// fieldLink reads the text of a field; nil where it is no link with tags.
func (c *compiler) fieldLink(text string) *addressNode {
	parts := fieldLink.FindStringSubmatch(text)
	if parts == nil {
		return nil
	}
	n := c.addressNode(unescapeTags(parts[2]))
	if n != nil {
		n.inField = true
		n.before, n.after = markup.AppendEscaped(nil, parts[1]), markup.AppendEscaped(nil, parts[3])
	}
	return n
}

// inField gives an address as it stands between quotes in a field, which it does not end.
func inField(address string) string {
	return markup.Escape(strings.NewReplacer(`"`, "%22", `\`, "%5C").Replace(address))
}
