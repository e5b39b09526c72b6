package typeset

import (
	"bytes"
	"math"
	"slices"
)

// The numbers of decimals that are written for positions, font sizes and spacing in points, and for the elements of a
// matrix.
const (
	positionDecimals = 2
	sizeDecimals     = 4
	spacingDecimals  = 3
	matrixDecimals   = 5
)

// element is a text element to be written.
type element struct {
	style int32
	textRun
	// positioned reports whether each glyph has its own position.
	positioned bool
}

// writeRow appends a row of glyphs as text elements.
func (t *Setter) writeRow(out []byte, p piece) []byte {
	t.elements = t.elements[:0]
	for t.nextLine < len(t.lines) {
		l := t.lines[t.nextLine]
		if int(t.spots[l.first].glyph) >= p.last {
			break
		}
		t.nextLine++
		t.splitIntoRuns(l)
		t.addElements(l)
	}
	for i := 0; i < len(t.elements); {
		n := t.countAlike(i)
		out = t.writeGroup(out, t.elements[i:i+n])
		i += n
	}
	return out
}

// minGlyphsPerText is the minimum of the average number of glyphs per text element. If the average is lower, one
// element with a list of glyph positions takes fewer bytes than the separate elements.
const minGlyphsPerText = 2.5

// addElements adds text elements for the runs of a line. If the runs are short, it adds one element with a
// position for each glyph instead.
func (t *Setter) addElements(l line) {
	glyphs := l.last - l.first
	if glyphs > 1 && len(t.runs) == 1 || float64(glyphs) >= minGlyphsPerText*float64(len(t.runs)) {
		for _, s := range t.runs {
			t.elements = append(t.elements, element{style: l.style, textRun: s})
		}
		return
	}
	if n := len(t.elements) - 1; n >= 0 && t.elements[n].positioned && t.elements[n].style == l.style && t.elements[n].last == l.first {
		t.elements[n].last = l.last
		return
	}
	t.elements = append(t.elements, element{style: l.style, textRun: textRun{first: l.first, last: l.last}, positioned: true})
}

// countAlike returns the number of consecutive elements, beginning with the element i, that have the same font size and
// paint.
func (t *Setter) countAlike(i int) int {
	n, first := 1, &t.styles[t.elements[i].style]
	for i+n < len(t.elements) {
		next := &t.styles[t.elements[i+n].style]
		if next != first && (next.size() != first.size() || !bytes.Equal(next.paint, first.paint)) {
			break
		}
		n++
	}
	return n
}

// minGroup is the minimum number of elements for which a <g> element with their shared attributes is shorter than
// repeating these attributes.
const minGroup = 3

func (t *Setter) writeGroup(out []byte, elements []element) []byte {
	s := &t.styles[elements[0].style]
	shared := appendAttribute(nil, "font-size", s.size(), sizeDecimals)
	shared = append(shared, s.paint...)
	if len(elements) < minGroup {
		for i := range elements {
			out = t.writeText(out, &elements[i], shared)
		}
		return out
	}
	out = append(append(append(out, "<g"...), shared...), ">\n"...)
	for i := range elements {
		out = t.writeText(out, &elements[i], nil)
	}
	return append(out, "</g>\n"...)
}

func (t *Setter) writeText(out []byte, e *element, shared []byte) []byte {
	s := &t.styles[e.style]
	out = append(out, "<text"...)
	if !s.upright() {
		out = t.appendMatrix(out, e)
	}
	out = t.appendPositions(out, e)
	out = append(out, shared...)
	switch {
	case !e.positioned:
		out = t.appendSpacing(out, e)
	case e.last-e.first > 1:
		out = append(out, ` style="font-kerning:none"`...)
	}
	out = append(out, '>')
	for i := e.first; i < e.last; i++ {
		if t.spots[i].spaceBefore && i > e.first && !e.positioned {
			out = append(out, ' ')
		}
		out = appendChar(out, t.outlines[t.spots[i].outline].code)
	}
	return append(out, "</text>\n"...)
}

// appendSpacing appends attributes for the letter spacing and the word spacing, if they differ from the font's own
// spacing.
func (t *Setter) appendSpacing(out []byte, e *element) []byte {
	size := t.styles[e.style].size()
	letter := round(e.letterSpacing*size, spacingDecimals)
	if letter != 0 {
		out = appendAttribute(out, "letter-spacing", letter, spacingDecimals)
	}
	if !slices.ContainsFunc(t.spots[e.first+1:e.last], func(s spot) bool { return s.spaceBefore }) {
		return out
	}
	if word := round((e.spaceWidth-t.spaceWidth)*size-letter, spacingDecimals); word != 0 {
		out = appendAttribute(out, "word-spacing", word, spacingDecimals)
	}
	return out
}

// appendMatrix appends the transformation that rotates and stretches a text element and moves its origin to the first
// glyph.
func (t *Setter) appendMatrix(out []byte, e *element) []byte {
	s := &t.styles[e.style]
	size := s.size()
	first := &t.glyphs[t.spots[e.first].glyph]
	out = append(out, ` transform="matrix(`...)
	for _, v := range [...]float64{s.a / size, s.b / size, -s.c / size, -s.d / size} {
		out = append(appendNumber(out, v, matrixDecimals), ' ')
	}
	out = append(appendNumber(out, first.x, positionDecimals), ' ')
	out = appendNumber(out, first.y, positionDecimals)
	return append(out, `)"`...)
}

// appendPositions appends the position of the text, or a list with the positions of all glyphs.
func (t *Setter) appendPositions(out []byte, e *element) []byte {
	last := e.first + 1
	if e.positioned {
		last = e.last
	}
	if !t.styles[e.style].upright() && last == e.first+1 {
		return out // the transformation contains the position
	}
	t.xs, t.ys = t.xs[:0], t.ys[:0]
	level := true
	for i := e.first; i < last; i++ {
		x, y := t.localPosition(e, i)
		t.xs, t.ys = append(t.xs, x), append(t.ys, y)
		level = level && math.Abs(y-t.ys[0]) < maxError/10
	}
	if level {
		t.ys = t.ys[:1]
	}
	return appendList(appendList(out, "x", t.xs), "y", t.ys)
}

// localPosition returns the position of a glyph in the coordinates of its text element.
func (t *Setter) localPosition(e *element, i int) (x, y float64) {
	g := &t.glyphs[t.spots[i].glyph]
	s := &t.styles[e.style]
	if s.upright() {
		return g.x, g.y
	}
	first := &t.glyphs[t.spots[e.first].glyph]
	along, across := s.ems(g.x-first.x, g.y-first.y)
	return along * s.size(), -across * s.size()
}

func appendList(out []byte, name string, values []float64) []byte {
	out = append(append(append(out, ' '), name...), '=', '"')
	for i, v := range values {
		if i > 0 {
			out = append(out, ' ')
		}
		out = appendNumber(out, v, positionDecimals)
	}
	return append(out, '"')
}

func appendAttribute(out []byte, name string, v float64, decimals int) []byte {
	out = append(append(append(out, ' '), name...), '=', '"')
	return append(appendNumber(out, v, decimals), '"')
}

func appendChar(out []byte, char rune) []byte {
	switch char {
	case '<':
		return append(out, "&lt;"...)
	case '>':
		return append(out, "&gt;"...)
	case '&':
		return append(out, "&amp;"...)
	}
	return append(out, string(char)...)
}
