package pdf

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// outlineDecimals is how many decimals of a glyph's outline are kept. Its unit
// is the em: at 100 pixels an em five are a thousandth of a pixel.
const outlineDecimals = 5

// tidySVG makes MuPDF's SVG fit to stand in an HTML page and as a file of its
// own: no layer names and their namespace, no character reference that XML
// forbids, plain href, and glyph outlines without digits that nobody sees. What
// was an attribute's value or text stays escaped as MuPDF escaped it, which
// includes every '<', '>' and '"'.
func tidySVG(svg []byte) []byte {
	out := make([]byte, 0, len(svg))
	for len(svg) > 0 {
		start := bytes.IndexByte(svg, '<')
		if start < 0 {
			return append(out, svg...)
		}
		out = append(out, svg[:start]...)
		svg = svg[start:]
		end := bytes.IndexByte(svg, '>') + 1
		if end == 0 {
			return out
		}
		out = appendTag(out, svg[:end])
		svg = svg[end:]
	}
	return out
}

var (
	layerPrefix   = []byte(`<g inkscape:`)
	outlinePrefix = []byte(`<path id="font_`)
	rootPrefix    = []byte(`<svg `)
	namespaces    = [][]byte{
		[]byte(` xmlns:xlink="http://www.w3.org/1999/xlink"`),
		[]byte(` xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"`),
	}
	xlink    = []byte(` xlink:href=`)
	href     = []byte(` href=`)
	dataText = []byte(`<use data-text="&#x`)
)

func appendTag(out, tag []byte) []byte {
	switch {
	case bytes.HasPrefix(tag, layerPrefix):
		return append(out, "<g>"...)
	case bytes.HasPrefix(tag, outlinePrefix):
		return appendOutline(out, tag)
	case bytes.HasPrefix(tag, rootPrefix):
		for _, namespace := range namespaces {
			tag = bytes.Replace(tag, namespace, nil, 1)
		}
		return append(out, tag...)
	case bytes.HasPrefix(tag, dataText):
		out = append(out, dataText[:len(dataText)-len("&#x")]...)
		out, tag = appendReference(out, tag[len(dataText):])
	}
	if before, after, found := bytes.Cut(tag, xlink); found {
		out = append(append(out, before...), href...)
		tag = after
	}
	return append(out, tag...)
}

// appendReference appends the character reference whose hexadecimal digits and
// semicolon rest begins with, and gives what follows it.
func appendReference(out, rest []byte) (appended, after []byte) {
	digits, after, _ := bytes.Cut(rest, []byte{';'})
	char, err := strconv.ParseUint(string(digits), 16, 32)
	if err != nil || !xmlChar(rune(char)) {
		return append(out, "&#xfffd;"...), after
	}
	out = append(append(out, "&#x"...), digits...)
	return append(out, ';'), after
}

// xmlChar says whether XML 1.0 allows the character (its production 2, Char).
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
