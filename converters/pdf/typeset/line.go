package typeset

import (
	"math"
	"slices"
)

// spot is a glyph at its position on a line.
type spot struct {
	glyph int32
	// outline is the index of the glyph's outline.
	outline int32
	// position is the position of the glyph's origin relative to the first glyph, in em.
	position float64
	// blankBefore reports whether a glyph without ink, such as a space, precedes this glyph. spaceBefore reports
	// whether a space must be set in the gap before this glyph.
	blankBefore, spaceBefore bool
}

// line is a row of glyphs, from left to right, on one baseline and in one style.
type line struct {
	style         int32
	first, last   int // range of its spots
	letterSpacing float64
}

// Limits of a line, in em.
const (
	// maxRise is the maximum difference in height between the baselines of the first and another glyph of a line.
	maxRise = 0.004
	// maxStepBack is the maximum distance by which a glyph may begin before the previous one.
	maxStepBack = 0.6
	// The limits of the distance between two glyphs of a line that is drawn from right to left.
	minBackward, maxBackward = 0.12, 2.5
)

// splitIntoLines splits a row of glyphs into lines.
func (t *Setter) splitIntoLines(p piece) (lines []line) {
	for i := p.first; i < p.last; {
		g := &t.glyphs[i]
		if t.outlines[g.outline].blank() {
			i++
			continue
		}
		next, l := t.findLine(i, p.last)
		lines = append(lines, l)
		i = next
	}
	return lines
}

// findLine returns a line, and the index of the next glyph after the line. first is the index of the first glyph of
// the line.
func (t *Setter) findLine(first, last int) (next int, l line) {
	origin := &t.glyphs[first]
	style := &t.styles[origin.style]
	l = line{style: origin.style, first: len(t.spots)}
	t.spots = append(t.spots, spot{glyph: int32(first), outline: origin.outline})
	before, backward, blank := 0.0, false, false
	for next = first + 1; next < last; next++ {
		g := &t.glyphs[next]
		along, across := style.ems(g.x-origin.x, g.y-origin.y)
		if g.style != l.style || math.Abs(across) > maxRise || math.Abs(across)*style.height() > maxError {
			break
		}
		if t.outlines[g.outline].blank() {
			blank = true
			continue
		}
		step := along - before
		if len(t.spots)-l.first == 1 {
			backward = step < -minBackward && step > -maxBackward
		}
		if backward && (step > 0 || step < -maxBackward) || !backward && step < -maxStepBack {
			break
		}
		t.spots = append(t.spots, spot{glyph: int32(next), outline: g.outline, position: along, blankBefore: blank})
		before, blank = along, false
	}
	l.last = len(t.spots)
	if backward {
		reverse(t.spots[l.first:])
	}
	return next, l
}

// reverse reverses a line that runs backwards.
func reverse(spots []spot) {
	slices.Reverse(spots)
	for i := len(spots) - 1; i > 0; i-- {
		spots[i].blankBefore = spots[i-1].blankBefore
	}
	spots[0].blankBefore = false
	start := spots[0].position
	for i := range spots {
		spots[i].position -= start
	}
}

// ems converts a vector from points to em along and across the line.
func (s *style) ems(x, y float64) (along, across float64) {
	det := s.a*s.d - s.b*s.c
	return (s.d*x - s.c*y) / det, (s.a*y - s.b*x) / det
}

// width and height return the length of an em along and across the line, in points.
func (s *style) width() float64  { return math.Hypot(s.a, s.b) }
func (s *style) height() float64 { return math.Hypot(s.c, s.d) }

// upright reports whether the text is neither rotated nor stretched.
func (s *style) upright() bool {
	return s.a > 0 && s.b == 0 && s.c == 0 && math.Abs(s.a+s.d) < 1e-5*s.a
}

// size returns the font size in points.
func (s *style) size() float64 {
	if s.b == 0 && s.c == 0 && s.a > 0 && s.d < 0 {
		return -s.d
	}
	return math.Sqrt(math.Abs(s.a*s.d - s.b*s.c))
}
