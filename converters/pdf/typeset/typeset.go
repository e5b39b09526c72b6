// Package typeset converts the glyphs of a page to text. MuPDF's SVG draws each glyph as a <use> of its outline. That
// is exact, but makes the SVG large: a page of prose has thousands of glyphs. This package builds a small font of the
// outlines, which is embedded in the page, and replaces rows of glyphs by <text> elements, so that the page looks the
// same at a tenth of the size.
//
// Characters that a browser would change, join or reorder get private use codes, so that the text is drawn exactly.
// Glyphs that cannot be text are kept: stroked glyphs, clips, and drawings (Type 3 fonts).
package typeset

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"math"
	"slices"

	"lectern/converters/pdf/typeset/opentype"
)

// Setter converts pages. It reuses its memory for the next page and is not safe for concurrent use. The zero Setter is
// ready to use.
type Setter struct {
	scanner
	unitsPerEm int
	spaceWidth float64 // in em
	lines      []line
	spots      []spot
	samples    []sample
	letterGaps []float64
	kerns      map[uint32]int16 // in units, by pair
	runs       []textRun
	elements   []element
	nextLine   int // index of the next line to write
	xs, ys     []float64
	font       opentype.Font
}

// minUses is the minimum number of glyphs of a page for which a font saves bytes.
const minUses = 12

// Append appends MuPDF's SVG of a page to out, with glyphs as text where that is smaller and looks the same. It also
// returns the start and end of the <style> element with the page's font, as offsets in the returned slice. They are 0
// if there is none.
func (t *Setter) Append(out, svg []byte) (page []byte, styleAt, styleEnd int) {
	t.reset(svg)
	t.scan()
	set := t.chooseOutlines()
	if len(set) == 0 || t.rootEnd == 0 {
		return append(out, svg...), 0, 0
	}
	t.layOut()
	family, file := t.makeFont(set)
	return t.writePage(out, family, file)
}

// chooseOutlines returns the outlines for the font, with codes and glyph indices, or none if a font saves no bytes.
func (t *Setter) chooseOutlines() (set []*outline) {
	uses := 0
	for i := range t.outlines {
		if o := &t.outlines[i]; o.uses > 0 && !o.blank() {
			set = append(set, o)
			uses += o.uses
		}
	}
	if uses < minUses {
		return nil
	}
	slices.SortStableFunc(set, func(a, b *outline) int { return cmp.Compare(b.uses, a.uses) })
	t.unitsPerEm = t.chooseUnits()
	set = slices.DeleteFunc(set, func(o *outline) bool { return !o.setShape(t.unitsPerEm) })
	set = assignCodes(set)
	slices.SortFunc(set, func(a, b *outline) int { return cmp.Compare(a.code, b.code) })
	for i, o := range set {
		o.glyph = uint16(i + 2)
	}
	t.keepOthers()
	return set
}

// keepOthers removes glyphs that are not in the font from the rows, so that they stay in the SVG.
func (t *Setter) keepOthers() {
	all := true
	for i := range t.outlines {
		if o := &t.outlines[i]; o.uses > 0 && o.glyph == 0 && !o.blank() {
			o.kept, all = true, false
		}
	}
	if all {
		return
	}
	var pieces []piece
	for _, p := range t.pieces {
		if p.outline >= 0 {
			pieces = append(pieces, p)
			continue
		}
		pieces = append(pieces, t.splitRow(p)...)
	}
	t.pieces = pieces
}

// splitRow splits a row of glyphs into the parts that are set as text.
func (t *Setter) splitRow(row piece) (parts []piece) {
	for i := row.first; i < row.last; i++ {
		g := &t.glyphs[i]
		if t.outlines[g.outline].kept {
			continue
		}
		n := len(parts) - 1
		if n < 0 || parts[n].last != i {
			n++
			parts = append(parts, piece{start: int(g.start), outline: -1, first: i})
		}
		parts[n].end, parts[n].last = int(g.end), i+1
	}
	return parts
}

// layOut finds the lines of the page and their spacing.
func (t *Setter) layOut() {
	t.lines, t.spots, t.nextLine = t.lines[:0], t.spots[:0], 0
	for _, p := range t.pieces {
		if p.outline < 0 {
			t.lines = append(t.lines, t.splitIntoLines(p)...)
		}
	}
	if t.kerns == nil {
		t.kerns = map[uint32]int16{}
	}
	t.measureAdvances()
	t.findSpaces()
	t.findKerning()
	t.spaceWidth = t.commonSpace()
}

// commonSpace returns the width of the font's space: the most frequent one on the page.
func (t *Setter) commonSpace() float64 {
	t.samples = t.samples[:0]
	unit := float64(t.unitsPerEm)
	for _, l := range t.lines {
		for i := l.first + 1; i < l.last; i++ {
			if rest := t.gapBefore(i) - l.letterSpacing; t.spots[i].spaceBefore && rest < 1 {
				t.samples = append(t.samples, makeSample(0, int(math.Round(rest*unit))))
			}
		}
	}
	width := 0.25
	modes(t.samples, func(_ uint32, distance, _, _ int) { width = float64(distance) / unit })
	return width
}

// makeFont returns the font of the page and its family name, which is unique.
func (t *Setter) makeFont(set []*outline) (family string, file []byte) {
	f := &t.font
	f.UnitsPerEm, f.Glyphs, f.Pairs = t.unitsPerEm, f.Glyphs[:0], f.Pairs[:0]
	unit := float64(t.unitsPerEm)
	f.Glyphs = append(f.Glyphs, opentype.Glyph{}, opentype.Glyph{Char: ' ', Advance: int(math.Round(t.spaceWidth * unit))})
	for _, o := range set {
		f.Glyphs = append(f.Glyphs, opentype.Glyph{Char: o.code, Advance: int(math.Round(o.advance * unit)), Outline: o.shape})
	}
	for pair, shift := range t.kerns {
		f.Pairs = append(f.Pairs, opentype.Pair{First: uint16(pair >> 16), Second: uint16(pair), Shift: shift})
	}
	file = f.WOFF2(brotliQuality)
	hash := sha256.New()
	_, _ = hash.Write(set[0].id) // unique to the page
	_, _ = hash.Write(file)
	return "t" + hex.EncodeToString(hash.Sum(nil)[:6]), file
}

// brotliQuality is the compression level of Brotli, from 0 to 11.
const brotliQuality = 5

// The format of the style element with the font.
const (
	stylePrefix = `<style>@font-face{font-family:`
	styleSource = `;src:url(data:font/woff2;base64,`
	styleSuffix = `)}</style>`
)

// fontStyle is the style of the text: its font, without text features of browsers.
const fontStyle = `;font-kerning:normal;font-variant-ligatures:none;font-synthesis:none;text-rendering:geometricPrecision;` +
	`text-autospace:no-autospace;text-spacing-trim:space-all;direction:ltr"`

func (t *Setter) writePage(out []byte, family string, file []byte) (page []byte, styleAt, styleEnd int) {
	start := len(out)
	out = append(out, t.svg[:t.rootEnd-1]...)
	out = append(append(out, ` style="font:1px `+family...), fontStyle+">"...)
	styleAt = len(out)
	out = append(append(out, stylePrefix+family...), styleSource...)
	out = base64.StdEncoding.AppendEncode(out, file)
	out = append(out, styleSuffix...)
	styleEnd = len(out)
	at := t.rootEnd
	for _, p := range t.pieces {
		out = append(out, t.svg[at:p.start]...)
		at = p.end
		switch {
		case p.outline < 0:
			out = t.writeRow(out, p)
		case t.outlines[p.outline].kept:
			out = append(out, t.svg[p.start:p.end]...)
		}
	}
	out = append(out, t.svg[at:]...)
	return dropEmpty(out, start), styleAt, styleEnd
}

// dropEmpty removes the empty <defs> elements at or after the offset start.
func dropEmpty(out []byte, start int) []byte {
	const empty = "<defs>\n</defs>\n"
	page := out[start:]
	kept := page[:0]
	for {
		i := bytes.Index(page, []byte(empty))
		if i < 0 {
			break
		}
		kept = append(kept, page[:i]...)
		page = page[i+len(empty):]
	}
	return out[:start+len(append(kept, page...))]
}
