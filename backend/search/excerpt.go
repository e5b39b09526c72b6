package search

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The length of an excerpt, and of its text before the first hit, in characters.
const (
	excerptLength = 200
	excerptBefore = 60
)

// excerpt returns the part of a text in which the most phrases of a query occur, with the hits in it marked. It reduces
// white space to single spaces, and replaces omitted text at both ends by an ellipsis.
func excerpt(text string, hits []Hit) []SnippetPart {
	if len(hits) == 0 {
		return nil
	}
	first := bestHit(text, hits)
	from := wordStart(text, positionBefore(text, hits[first].Start, excerptBefore))
	to := wordEnd(text, max(positionAfter(text, from, excerptLength), hits[first].End))
	return markedPart(text, hits, from, to)
}

// The length of the text around a hit, in characters.
const (
	lineBefore = 24
	lineAfter  = 96
)

// lines returns the text around each hit, with that hit marked. The argument skip is the number of hits to leave out at
// the beginning. At most [maxLines] texts are returned.
func lines(text string, hits []Hit, skip int) [][]SnippetPart {
	hits = hits[min(len(hits), skip):]
	hits = hits[:min(len(hits), maxLines)]
	all := make([][]SnippetPart, len(hits))
	for i, h := range hits {
		from := wordStart(text, positionBefore(text, h.Start, lineBefore))
		to := wordEnd(text, positionAfter(text, h.End, lineAfter))
		all[i] = markedPart(text, hits[i:i+1], min(from, h.Start), to)
	}
	return all
}

// The marks of text that is omitted before and after an excerpt. Their no-break spaces prevent an ellipsis from being
// alone on a line.
const (
	omittedBefore = "…\u00a0"
	omittedAfter  = "\u00a0…"
)

// markedPart returns the part of a text between two positions, with its hits marked.
func markedPart(text string, hits []Hit, from, to int) []SnippetPart {
	var parts []SnippetPart
	if strings.TrimSpace(text[:from]) != "" {
		parts = append(parts, SnippetPart{Text: omittedBefore})
		from = len(text) - len(strings.TrimLeftFunc(text[from:], unicode.IsSpace))
	}
	at := from
	for _, h := range hits {
		if h.Start >= from && h.End <= to {
			parts = appendPart(parts, collapseSpace(text[at:h.Start]), false)
			parts = appendPart(parts, collapseSpace(text[h.Start:h.End]), true)
			at = h.End
		}
	}
	parts = appendPart(parts, collapseSpace(strings.TrimRightFunc(text[at:to], unicode.IsSpace)), false)
	if strings.TrimSpace(text[to:]) != "" {
		parts = appendPart(parts, omittedAfter, false)
	}
	return parts
}

// appendPart appends a text. If the text and the last part are both not hits, it extends the last part.
func appendPart(parts []SnippetPart, text string, hit bool) []SnippetPart {
	if last := len(parts) - 1; !hit && last >= 0 && !parts[last].Hit {
		parts[last].Text += text
		return parts
	}
	if text == "" {
		return parts
	}
	return append(parts, SnippetPart{text, hit})
}

// collapseSpace replaces each stretch of white space by one space.
func collapseSpace(text string) string {
	var even strings.Builder
	space := false
	for _, r := range text {
		if unicode.IsSpace(r) {
			space = true
			continue
		}
		if space {
			even.WriteByte(' ')
			space = false
		}
		even.WriteRune(r)
	}
	if space {
		even.WriteByte(' ')
	}
	return even.String()
}

// bestHit returns the index of the hit at which an excerpt must begin to contain the most different phrases.
func bestHit(text string, hits []Hit) int {
	best, most := 0, 0
	for i := range hits {
		end := positionAfter(text, hits[i].Start, excerptLength-excerptBefore)
		seen := make(map[int]bool)
		for _, h := range hits[i:] {
			if h.Start >= end {
				break
			}
			seen[h.phrase] = true
		}
		if len(seen) > most {
			best, most = i, len(seen)
		}
		if i == maxExaminedHits {
			break
		}
	}
	return best
}

// maxExaminedHits is the maximum number of hits that are tried as the beginning of an excerpt.
const maxExaminedHits = 100

// positionBefore returns the position in a text that precedes the given position by a number of characters, which is
// the argument count.
func positionBefore(text string, at, count int) int {
	for ; count > 0 && at > 0; count-- {
		_, size := utf8.DecodeLastRuneInString(text[:at])
		at -= size
	}
	return at
}

// positionAfter returns the position in a text that follows the given position by a number of characters, which is the
// argument count.
func positionAfter(text string, at, count int) int {
	for ; count > 0 && at < len(text); count-- {
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	return at
}

// maxPartWord is the maximum number of characters by which an end of an excerpt is moved to avoid cutting a word.
const maxPartWord = 20

// wordStart returns the position after the next white space, if that is near. Otherwise it returns the given position.
func wordStart(text string, at int) int {
	if at == 0 {
		return 0
	}
	end := positionAfter(text, at, maxPartWord)
	if i := strings.IndexFunc(text[at:end], unicode.IsSpace); i >= 0 {
		_, size := utf8.DecodeRuneInString(text[at+i:])
		return at + i + size
	}
	return at
}

// wordEnd returns the position of the next white space, or of the end of the text, if that is near. Otherwise it
// returns the given position.
func wordEnd(text string, at int) int {
	end := positionAfter(text, at, maxPartWord)
	if i := strings.IndexFunc(text[at:end], unicode.IsSpace); i >= 0 {
		return at + i
	}
	if end == len(text) {
		return end
	}
	return at
}
