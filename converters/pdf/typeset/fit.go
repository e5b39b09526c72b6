package typeset

import "math"

// The largest deviation of a glyph from its position, in em and in points: a tenth of a pixel at 100 %.
const (
	maxErrorEms = 0.006
	maxError    = 0.04
)

// textRun is a part of a line that one text element can draw.
type textRun struct {
	first, last int // range of its spots
	// letterSpacing is the letter spacing, and spaceWidth is the width of a space including the letter spacing. Both
	// are in em.
	letterSpacing, spaceWidth float64
}

// splitIntoRuns splits a line into as few runs as possible.
func (t *Setter) splitIntoRuns(l line) {
	t.runs = t.runs[:0]
	tolerance := min(maxErrorEms, maxError/t.styles[l.style].width()) * 0.9
	for at := l.first; at < l.last; {
		best := t.longestRun(at, l.last, 0, tolerance)
		if l.letterSpacing != 0 && best.last < l.last {
			if spaced := t.longestRun(at, l.last, l.letterSpacing, tolerance); spaced.last > best.last {
				best = spaced
			}
		}
		t.runs = append(t.runs, best)
		at = best.last
	}
}

// maxGap is the maximum width of a space, in em.
const maxGap = 4

// longestRun returns the longest run that begins with a spot and draws every glyph at its position.
func (t *Setter) longestRun(first, end int, letterSpacing, tolerance float64) textRun {
	from := &t.spots[first]
	low, high := 0.0, float64(maxGap)
	position, gaps := 0.0, 0.0
	var mix scriptSet
	mix.add(t.outlines[from.outline].script)
	last := first + 1
	for ; last < end; last++ {
		spot := &t.spots[last]
		shift := 0.0
		mix.add(t.outlines[spot.outline].script)
		if !spot.spaceBefore {
			if shift = t.kerning(last); shift != 0 && mix.mixed && t.maySplitScripts(last) {
				break
			}
		} else {
			gaps++
		}
		position += t.outlines[t.spots[last-1].outline].advance + letterSpacing + shift
		short := spot.position - from.position - position
		if gaps == 0 {
			if math.Abs(short) > tolerance {
				break
			}
			continue
		}
		newLow, newHigh := max(low, (short-tolerance)/gaps), min(high, (short+tolerance)/gaps)
		if newLow > newHigh {
			break
		}
		low, high = newLow, newHigh
	}
	return textRun{first: first, last: last, letterSpacing: letterSpacing, spaceWidth: t.chooseSpaceWidth(low, high)}
}

// chooseSpaceWidth returns a width for spaces that is between low and high: the width of the font's space if possible.
func (t *Setter) chooseSpaceWidth(low, high float64) float64 {
	if low <= t.spaceWidth && t.spaceWidth <= high {
		return t.spaceWidth
	}
	return (low + high) / 2
}

// kerning returns the kerning between a glyph and the one before it, in em.
func (t *Setter) kerning(i int) float64 {
	if len(t.kerns) == 0 {
		return 0
	}
	pair, ok := t.pair(i)
	if !ok {
		return 0
	}
	return float64(t.kerns[pair]) / float64(t.unitsPerEm)
}

// maySplitScripts reports whether browsers may split a text of several scripts before a glyph. If they split the text
// there, they do not apply kerning to the glyph.
func (t *Setter) maySplitScripts(i int) bool {
	first, second := t.outlines[t.spots[i-1].outline].script, t.outlines[t.spots[i].outline].script
	return first == common || second == common
}

// scriptSet records the scripts in a text.
type scriptSet struct {
	script script
	mixed  bool
}

func (m *scriptSet) add(s script) {
	switch {
	case s == common || s == m.script:
	case m.script == common:
		m.script = s // the preceding common characters belong to it, too
	default:
		m.mixed = true
	}
}
