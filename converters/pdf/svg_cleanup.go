package pdf

import (
	"bytes"
	"slices"
	"strconv"
	"unicode/utf8"
)

// outlineDecimals is the number of decimals that are kept in the outlines of glyphs, in em. At 100 pixels per em, five
// decimals are a thousandth of a pixel.
const outlineDecimals = 5

// appendTidySVG appends MuPDF's SVG to out in a form that is valid within HTML and as a file. It removes layer names
// and their namespace, replaces character references that XML forbids, and shortens glyph outlines. Attribute values
// and text keep MuPDF's escaping, which covers every '<', '>' and '"'. Unchanged parts are copied in large pieces.
func appendTidySVG(out, svg []byte) []byte {
	out = slices.Grow(out, len(svg))
	kept := 0 // svg before this position is in out
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

// nextTag returns the start of the next tag, or the length of svg.
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

// rewriter returns the function that rewrites the tag at the start of svg, or nil if the tag is kept. It is called
// thousands of times per page.
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

// appendReference appends a <use> tag. An invalid character reference in it is replaced.
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

// appendOutline appends the tag and truncates the decimals of its numbers.
func appendOutline(out, tag []byte) []byte {
	decimals := -1 // number of decimals so far; -1 before a decimal point
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
