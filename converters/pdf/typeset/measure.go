package typeset

import (
	"math"
	"slices"
)

// sample is a measured distance. The high 32 bits identify the measured glyph or pair of glyphs, the low 32 bits
// contain the distance in units.
type sample uint64

const sampleBias = 1 << 20

func makeSample(key uint32, distance int) sample {
	return sample(key)<<32 | sample(uint32(distance+sampleBias))
}

func (s sample) key() uint32   { return uint32(s >> 32) }
func (s sample) distance() int { return int(uint32(s)) - sampleBias }

// modes groups samples by the glyph or pair that was measured. For each, it calls yield with the most frequent
// distance, the frequency of that distance, and the number of samples.
func modes(samples []sample, yield func(key uint32, distance, times, count int)) {
	slices.Sort(samples)
	for i := 0; i < len(samples); {
		key, best, times, start := samples[i].key(), 0, 0, i
		for i < len(samples) && samples[i].key() == key {
			from := i
			for i < len(samples) && samples[i] == samples[from] {
				i++
			}
			if i-from > times {
				best, times = samples[from].distance(), i-from
			}
		}
		yield(key, best, times, i-start)
	}
}

// Limits of distances between glyphs, in em.
const (
	// minGap is the smallest gap after an advance that counts as a space.
	minGap = 0.14
	// minBlankGap is used instead of minGap if there is a glyph without ink in the gap.
	minBlankGap = 0.03
	// maxBearing is the maximum right side bearing of a glyph.
	maxBearing = 0.16
	// guessedBearing is the right side bearing if it is unknown.
	guessedBearing = 0.06
	maxAdvance     = 3.0
	// maxKern is the maximum kerning of two glyphs.
	maxKern = 1.2
)

// measureAdvances sets the advances of all outlines to the most frequent distance to the next glyph.
func (t *Setter) measureAdvances() {
	t.samples = t.samples[:0]
	for i := range t.outlines {
		t.outlines[i].advance = -1
	}
	for _, l := range t.lines {
		t.sampleAdvances(l)
	}
	unit := float64(t.unitsPerEm)
	modes(t.samples, func(key uint32, distance, _, _ int) {
		t.outlines[key].advance = float64(distance) / unit
	})
	for i := range t.outlines {
		if o := &t.outlines[i]; o.advance < 0 {
			o.advance = math.Round(max(0, min(o.right+guessedBearing, maxAdvance))*unit) / unit
		}
	}
}

func (t *Setter) sampleAdvances(l line) {
	unit := float64(t.unitsPerEm)
	for i := l.first; i < l.last-1; i++ {
		o := &t.outlines[t.spots[i].outline]
		distance := t.spots[i+1].position - t.spots[i].position
		if t.spots[i+1].blankBefore {
			if distance = t.distanceToBlank(i); distance < 0 {
				continue
			}
		} else if distance > o.right+maxBearing && o.script != other {
			continue
		}
		if distance >= 0 && distance <= maxAdvance {
			t.samples = append(t.samples, makeSample(uint32(t.spots[i].outline), int(math.Round(distance*unit))))
		}
	}
}

// distanceToBlank returns the distance from a glyph to the blank glyph after it in the SVG, or a value below 0 if there
// is none.
func (t *Setter) distanceToBlank(i int) float64 {
	g := &t.glyphs[t.spots[i].glyph]
	next := int(t.spots[i].glyph) + 1
	if next >= len(t.glyphs) || t.glyphs[next].style != g.style || !t.outlines[t.glyphs[next].outline].blank() {
		return -1
	}
	along, _ := t.styles[g.style].ems(t.glyphs[next].x-g.x, t.glyphs[next].y-g.y)
	return along
}

// findSpaces finds the spaces and the letter spacing of each line.
func (t *Setter) findSpaces() {
	for i := range t.lines {
		l := &t.lines[i]
		t.letterGaps = t.letterGaps[:0]
		for j := l.first + 1; j < l.last; j++ {
			if rest := t.gapBefore(j); math.Abs(rest) < minGap && !t.spots[j].blankBefore {
				t.letterGaps = append(t.letterGaps, rest)
			}
		}
		l.letterSpacing = t.letterSpacing()
		for j := l.first + 1; j < l.last; j++ {
			least := minGap
			if t.spots[j].blankBefore {
				least = minBlankGap
			}
			t.spots[j].spaceBefore = t.gapBefore(j)-l.letterSpacing > least
		}
	}
}

// gapBefore returns the gap between the end of the previous glyph's advance and a glyph.
func (t *Setter) gapBefore(i int) float64 {
	before := &t.spots[i-1]
	return t.spots[i].position - before.position - t.outlines[before.outline].advance
}

// minLetters is the minimum number of gaps from which the letter spacing of a line is derived.
const minLetters = 4

// letterSpacing returns the median gap between the letters of a line, in em. It returns 0 if there are too few gaps, or
// if the median rounds to less than a unit.
func (t *Setter) letterSpacing() float64 {
	if len(t.letterGaps) < minLetters {
		return 0
	}
	slices.Sort(t.letterGaps)
	if median := t.letterGaps[len(t.letterGaps)/2]; math.Abs(median)*float64(t.unitsPerEm) > 0.6 {
		return median
	}
	return 0
}

// findKerning finds pairs of glyphs whose distance differs from the advance of the first.
func (t *Setter) findKerning() {
	t.samples = t.samples[:0]
	for _, l := range t.lines {
		for i := l.first + 1; i < l.last; i++ {
			rest := t.gapBefore(i) - l.letterSpacing
			pair, ok := t.pair(i)
			if ok && !t.spots[i].spaceBefore && rest > -maxKern {
				t.samples = append(t.samples, makeSample(pair, int(math.Round(rest*float64(t.unitsPerEm)))))
			}
		}
	}
	clear(t.kerns)
	modes(t.samples, func(key uint32, distance, times, _ int) {
		if distance != 0 && len(t.kerns) < maxKerns && (times > 1 || distance < -minKern || distance > minKern) {
			t.kerns[key] = int16(distance)
		}
	})
}

const (
	// minKern is the amount in units that the kerning of a pair must exceed if the pair occurs only once.
	minKern = 2
	// maxKerns limits the kerning pairs of a font.
	maxKerns = 4000
)

// pair returns the glyphs before and at a spot. It returns false if browsers may not apply kerning to them.
func (t *Setter) pair(i int) (pair uint32, ok bool) {
	first, second := &t.outlines[t.spots[i-1].outline], &t.outlines[t.spots[i].outline]
	if first.script == other || second.script == other {
		return 0, false
	}
	if first.script != second.script && first.script != common && second.script != common {
		return 0, false
	}
	return uint32(first.glyph)<<16 | uint32(second.glyph), true
}
