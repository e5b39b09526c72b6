package search

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"

	"lectern/converters/wire"
)

// boxes finds the hits of a query on a page, and returns the boxes of the first [maxBoxes] hits. A hit has one box for
// each line that it is on.
func (q *Query) boxes(ctx context.Context, page *wire.Words) [][]wire.Box {
	text, placed := placeWords(page)
	hits := q.Find(ctx, text)
	hits = hits[:min(len(hits), maxBoxes)]
	all := make([][]wire.Box, 0, len(hits))
	first := 0
	for _, h := range hits {
		for first < len(placed) && placed[first].end() <= h.Start {
			first++
		}
		all = append(all, hitBoxes(h, placed[first:]))
	}
	return all
}

// placedWord is a word of a page with its position in the page's text.
type placedWord struct {
	*wire.Word
	line, start int
}

func (w *placedWord) end() int { return w.start + len(w.Text) }

// placeWords returns the text of a page, and the words of the page with their positions in this text. The text is not
// folded.
func placeWords(page *wire.Words) (string, []placedWord) {
	text, starts := page.Text()
	placed := make([]placedWord, 0, len(starts))
	for number := range page.Lines {
		words := page.Lines[number].Words
		for i := range words {
			placed = append(placed, placedWord{&words[i], number, starts[len(placed)]})
		}
	}
	return text, placed
}

// hitBoxes returns the boxes of a hit. The argument words must begin with the first word of the hit.
func hitBoxes(h Hit, words []placedWord) []wire.Box {
	var boxes []wire.Box
	line := -1
	for i := range words {
		w := &words[i]
		if w.start >= h.End {
			break
		}
		box := partBox(w.Word, max(h.Start-w.start, 0), min(h.End-w.start, len(w.Text)))
		if last := len(boxes) - 1; w.line == line {
			boxes[last] = boxes[last].Join(box)
			continue
		}
		boxes, line = append(boxes, box), w.line
	}
	return boxes
}

// minVerticalRatio is the ratio of height to width above which a box of several characters is a vertical line of text.
const minVerticalRatio = 1.5

// partBox returns the box of a part of a word, given by two byte offsets. Only the box of the whole word is known.
// Unless the word has a fixed pitch, the widths of the characters are estimated.
func partBox(w *wire.Word, from, to int) wire.Box {
	width := estimateWidth
	if w.Fixed {
		width = func(text string) float64 { return float64(utf8.RuneCountInString(text)) }
	}
	before, part, after := width(w.Text[:from]), width(w.Text[from:to]), width(w.Text[to:])
	all := before + part + after
	if before+after == 0 || part == 0 {
		return w.Box
	}
	box, high := w.Box, w.Box[3]-w.Box[1] > minVerticalRatio*(w.Box[2]-w.Box[0])
	switch {
	case high && utf8.RuneCountInString(w.Text) > 1:
		if first, _ := utf8.DecodeRuneInString(w.Text[from:]); !isUnspaced(first) {
			return w.Box // the direction of the rotated word is unknown
		}
		unit := (box[3] - box[1]) / all
		box[1], box[3] = box[1]+before*unit, box[3]-after*unit
	case isRightToLeft(w.Text):
		before, after = after, before
		fallthrough
	default:
		unit := (box[2] - box[0]) / all
		box[0], box[2] = box[0]+before*unit, box[2]-after*unit
	}
	for i := range box {
		box[i] = wire.Hundredths(box[i])
	}
	return box
}

// estimateWidth estimates the width of a text in a proportional font, as a multiple of the width of an average letter.
func estimateWidth(text string) float64 {
	const thin, usual, capital, square = 0.5, 1, 1.3, 2
	total := 0.0
	for _, r := range text {
		switch {
		case unicode.IsMark(r):
		case strings.ContainsRune(`.,:;-'’"!|/()[]Iijltfr`, r):
			total += thin
		case r == 'm' || r == 'w' || unicode.IsUpper(r):
			total += capital
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
			total += square
		default:
			total += usual
		}
	}
	return total
}

// isRightToLeft reports whether a word is written from right to left. The first character that has a direction decides.
func isRightToLeft(word string) bool {
	for len(word) > 0 {
		properties, size := bidi.LookupString(word)
		switch properties.Class() {
		case bidi.R, bidi.AL:
			return true
		case bidi.L:
			return false
		}
		word = word[max(size, 1):]
	}
	return false
}
