package word

import (
	"bytes"
	"regexp"
	"slices"

	"lectern/converters/template/core"
	"lectern/converters/template/markup"
	"lectern/converters/template/objects"
)

// fieldLinkPattern matches the text of a field with a link (ECMA-376, part 1, 17.16.5.25): what precedes the address,
// the address, and what follows it.
var fieldLinkPattern = regexp.MustCompile(`(?s)^(\s*HYPERLINK\s+")([^"\\]*)(".*)$`)

// escapedOpen matches the opening delimiter of a tag in an address.
var escapedOpen = regexp.MustCompile(`\{|%7[Bb]`)

// HasFieldLinks reports whether a part may have fields with links whose addresses have tags.
func HasFieldLinks(source []byte) bool {
	return bytes.Contains(source, []byte("HYPERLINK")) && escapedOpen.Match(source)
}

// CompileFieldText returns the node of the text of a field that starts at a piece; nil if it is no link with tags.
func CompileFieldText(c *core.Compiler, start int) core.Node {
	p := &c.Pieces[start]
	if p.Token.Name != "w:instrText" || p.Match != start+2 || c.Pieces[start+1].Token.Kind != markup.Text {
		return nil
	}
	n := compileFieldAddress(c, markup.Unescape(c.Pieces[start+1].Token.Raw))
	if n == nil {
		return nil
	}
	n.Before = append(bytes.Clone(p.Token.Raw), n.Before...)
	n.After = append(n.After, c.Pieces[p.Match].Token.Raw...)
	return n
}

// CompileSimpleField returns the node of a simple field; nil if it is no link with tags.
func CompileSimpleField(c *core.Compiler, t *markup.Token) core.Node {
	text, ok := t.Attribute("w:instr")
	if t.Name != "w:fldSimple" || !ok {
		return nil
	}
	n := compileFieldAddress(c, text)
	if n == nil {
		return nil
	}
	n.Link = t
	before, after := markup.SplitAttribute(t, "w:instr")
	n.Before, n.After = slices.Concat(before, n.Before), slices.Concat(n.After, after)
	return n
}

// compileFieldAddress returns the node of the address in the text of a field; nil if it is no link with tags.
func compileFieldAddress(c *core.Compiler, text string) *objects.AddressNode {
	parts := fieldLinkPattern.FindStringSubmatch(text)
	if parts == nil {
		return nil
	}
	n := objects.CompileAddress(c, core.UnescapeTags(parts[2]))
	if n != nil {
		n.InField = true
		n.Before, n.After = markup.AppendEscaped(nil, parts[1]), markup.AppendEscaped(nil, parts[3])
	}
	return n
}
