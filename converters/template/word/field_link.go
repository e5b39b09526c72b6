package word

import (
	"bytes"
	"regexp"
	"slices"

	"lectern/converters/template/core"
	"lectern/converters/template/markup"
	"lectern/converters/template/objects"
)

// fieldLinkPattern matches the instruction of a HYPERLINK field (ECMA-376, part 1, 17.16.5.25). The groups are the text
// before the address, the address, and the text after it.
var fieldLinkPattern = regexp.MustCompile(`(?s)^(\s*HYPERLINK\s+")([^"\\]*)(".*)$`)

// escapedOpen matches the opening delimiter of a template tag in an address. It can be percent-encoded.
var escapedOpen = regexp.MustCompile(`\{|%7[Bb]`)

// HasFieldLinks reports whether a part may contain HYPERLINK fields whose addresses have template tags.
func HasFieldLinks(source []byte) bool {
	return bytes.Contains(source, []byte("HYPERLINK")) && escapedOpen.Match(source)
}

// CompileFieldText returns the node of a field instruction. The parameter start is the index of the piece
// ([core.Piece]) at which the instruction starts. CompileFieldText returns nil if the instruction is not a HYPERLINK
// with template tags.
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

// CompileSimpleField returns the node of a w:fldSimple element. It returns nil if the field is not a HYPERLINK with
// template tags.
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

// compileFieldAddress returns the node of the address in a field instruction. It returns nil if the instruction is not
// a HYPERLINK with template tags.
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
