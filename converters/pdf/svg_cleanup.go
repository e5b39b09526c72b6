package pdf

import (
	"bytes"
	"slices"
	"strconv"
	"unicode/utf8"
)

// outlineDecimals is how many decimals of a glyph's outline are kept. Its unit
// is the em: at 100 pixels an em five are a thousandth of a pixel.
const outlineDecimals = 5

// appendTidySVG appends MuPDF's SVG to out, fit to stand in an HTML page and as a
// file of its own: no layer names and their namespace, no character reference that XML
// forbids, and glyph outlines without digits that nobody sees. What was an
// attribute's value or text stays escaped as MuPDF escaped it, which includes
// every '<', '>' and '"'. Most of a page is left as it is, so it is copied in
// large pieces.
func appendTidySVG(out, svg []byte) []byte {
	out = slices.Grow(out, len(svg))
	kept := 0 // what is before it is in out
	for at := nextTag(svg, 0); at < len(svg); at = nextTag(svg, max(at+1, kept)) {
		rewrite := rewriter(svg[at:])
		if rewrite == nil {
			continue
		}
		end := bytes.IndexByte(svg[at:], '>') + 1
		if end == 0 {
			break
		}
		out = append(out, svg[kept:at]...)
		out = rewrite(out, svg[at:at+end])
		kept = at + end
	}
	return append(out, svg[kept:]...)
}

// nextTag is where the next tag begins; the end where there is none.
func nextTag(svg []byte, from int) int {
	if i := bytes.IndexByte(svg[from:], '<'); i >= 0 {
		return from + i
	}
	return len(svg)
}

const (
	layerPrefix     = `<g inkscape:`
	outlinePrefix   = `<path id="font_`
	rootPrefix      = `<svg `
	referencePrefix = `<use data-text="&#x`
	layerNamespace  = ` xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"`
)

// rewriter is what appends the better form of the tag that svg begins with; nil
// where the tag is good. It is asked thousands of times a page.
func rewriter(svg []byte) func(out, tag []byte) []byte {
	if len(svg) < 2 {
		return nil
	}
	switch svg[1] {
	case 'u':
		if hasPrefix(svg, referencePrefix) {
			return appendReference
		}
	case 'p':
		if hasPrefix(svg, outlinePrefix) {
			return appendOutline
		}
	case 'g':
		if hasPrefix(svg, layerPrefix) {
			return appendLayer
		}
	case 's':
		if hasPrefix(svg, rootPrefix) {
			return appendRoot
		}
	}
	return nil
}

func hasPrefix(b []byte, prefix string) bool {
	return len(b) >= len(prefix) && string(b[:len(prefix)]) == prefix
}

func appendLayer(out, _ []byte) []byte { return append(out, "<g>"...) }

func appendRoot(out, tag []byte) []byte {
	return append(out, bytes.Replace(tag, []byte(layerNamespace), nil, 1)...)
}

// appendReference appends a <use> whose text is a character reference.
func appendReference(out, tag []byte) []byte {
	digits, _, _ := bytes.Cut(tag[len(referencePrefix):], []byte{';'})
	char, err := strconv.ParseUint(string(digits), 16, 32)
	if err == nil && xmlChar(rune(char)) {
		return append(out, tag...)
	}
	out = append(out, referencePrefix+"fffd"...)
	return append(out, tag[len(referencePrefix)+len(digits):]...)
}

// xmlChar reports whether XML 1.0 allows the character (its production 2, Char).
func xmlChar(r rune) bool {
	switch {
	case r < ' ':
		return r == '\t' || r == '\n' || r == '\r'
	case r == 0xFFFE, r == 0xFFFF:
		return false
	}
	return utf8.ValidRune(r)
}

// appendOutline appends the tag with the decimals of its numbers cut.
func appendOutline(out, tag []byte) []byte {
	decimals := -1 // not behind a decimal point
	for _, c := range tag {
		switch {
		case c == '.':
			decimals = 0
		case c < '0' || c > '9':
			decimals = -1
		case decimals == outlineDecimals:
			continue
		case decimals >= 0:
			decimals++
		}
		out = append(out, c)
	}
	return out
}
