package typeset

import (
	"bytes"
	"math"
	"strconv"
	"unicode/utf8"
)

// glyph is a painted glyph: its outline with the origin at x, y.
type glyph struct {
	outline    int32
	style      int32
	x, y       float64
	start, end int32 // range of its tag and the white space after it
}

// style is the common style of a row of glyphs.
type style struct {
	// a, b, c, d are the matrix from em, y up, to points, y down.
	a, b, c, d float64
	paint      []byte // attributes, each with a leading space
}

// The parts of a glyph's tag in MuPDF's SVG.
const (
	referenceStart = ` xlink:href="#`
	matrixStart    = ` transform="matrix(`
)

// parseGlyph parses a glyph that can be set as text. It returns false for other glyphs, such as stroked glyphs and
// drawings.
func (s *scanner) parseGlyph(tag []byte) (g glyph, ok bool) {
	if !hasPrefix(tag, glyphStart) {
		return g, false
	}
	text, rest, _ := bytes.Cut(tag[len(glyphStart):], []byte{'"'})
	if !hasPrefix(rest, referenceStart) {
		return g, false
	}
	id, rest, _ := bytes.Cut(rest[len(referenceStart):], []byte{'"'})
	if !hasPrefix(rest, matrixStart) {
		return g, false
	}
	var m [6]float64
	rest, ok = parseNumbers(rest[len(matrixStart):], m[:])
	if !ok || !hasPrefix(rest, `)"`) || !bytes.HasSuffix(rest, []byte("/>")) {
		return g, false
	}
	found, ok := s.byID[string(id)]
	paint := rest[2 : len(rest)-2]
	if !ok || !isFill(paint) || !isSettable(m) {
		return g, false
	}
	if outline := &s.outlines[found]; outline.uses == 0 {
		outline.char = parseChar(text)
	}
	s.outlines[found].uses++
	return glyph{outline: found, style: s.styleOf(m, paint), x: m[4], y: m[5]}, true
}

// styleOf returns the index of a style: the last one or a new one.
func (s *scanner) styleOf(m [6]float64, paint []byte) int32 {
	if n := len(s.styles) - 1; n >= 0 {
		last := &s.styles[n]
		if last.a == m[0] && last.b == m[1] && last.c == m[2] && last.d == m[3] && bytes.Equal(last.paint, paint) {
			return int32(n)
		}
	}
	s.styles = append(s.styles, style{m[0], m[1], m[2], m[3], paint})
	return int32(len(s.styles) - 1)
}

// isFill reports whether the attributes only describe a fill.
func isFill(paint []byte) bool {
	for len(paint) > 0 {
		rest, ok := bytes.CutPrefix(paint, []byte(` fill="`))
		if !ok {
			rest, ok = bytes.CutPrefix(paint, []byte(` fill-opacity="`))
		}
		end := bytes.IndexByte(rest, '"')
		if !ok || end < 0 {
			return false
		}
		paint = rest[end+1:]
	}
	return true
}

// Limits of text, in points: font size and position.
const (
	minSize, maxSize = 0.1, 4000
	maxPosition      = 1e6
	// maxSlant is the maximum ratio of width and height of a letter.
	maxSlant = 100
)

// isSettable reports whether text can be set with a matrix.
func isSettable(m [6]float64) bool {
	det := math.Abs(m[0]*m[3] - m[1]*m[2])
	longest := max(math.Abs(m[0]), math.Abs(m[1]), math.Abs(m[2]), math.Abs(m[3]))
	size := math.Sqrt(det)
	return size >= minSize && size <= maxSize && longest < size*maxSlant/10 &&
		math.Abs(m[4]) < maxPosition && math.Abs(m[5]) < maxPosition
}

// parseChar parses the text of a glyph: a character or a character reference. It returns utf8.RuneError if the text is
// neither.
func parseChar(text []byte) rune {
	digits, isReference := bytes.CutPrefix(text, []byte("&#x"))
	if !isReference {
		switch string(text) {
		case "&lt;":
			return '<'
		case "&gt;":
			return '>'
		case "&amp;":
			return '&'
		case "&quot;":
			return '"'
		}
		char, n := utf8.DecodeRune(text)
		if n != len(text) {
			return utf8.RuneError
		}
		return char
	}
	code, err := strconv.ParseUint(string(bytes.TrimSuffix(digits, []byte{';'})), 16, 32)
	if err != nil || code > utf8.MaxRune {
		return utf8.RuneError
	}
	return rune(code)
}
