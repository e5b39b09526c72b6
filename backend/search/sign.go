package search

import (
	"strings"
	"unicode"
)

// signsAround returns the signs directly before the first and after the last word of a text, such as those of #7 and
// C++. For a text without words, it returns everything from the first sign to the last.
func signsAround(text string, words []Token) (before, after string) {
	if len(words) == 0 {
		return strings.TrimFunc(text, func(r rune) bool { return !isSign(r) }), ""
	}
	head, tail := text[:words[0].Start], text[words[len(words)-1].End:]
	return head[len(strings.TrimRightFunc(head, isSign)):], tail[:len(tail)-len(strings.TrimLeftFunc(tail, isSign))]
}

// isSign reports whether a character counts as a sign. Full stops, quotes, brackets and dashes do not.
func isSign(r rune) bool {
	return strings.ContainsRune("#%&@§¶†‡‰‱№", r) || unicode.IsSymbol(r)
}

// withSigns returns the position of a hit including the signs around it. The result ok is false if these signs differ
// from the signs of the phrase.
func (p *Phrase) withSigns(text string, start, end int) (from, to int, ok bool) {
	ok = strings.HasSuffix(text[:start], p.before) && strings.HasPrefix(text[end:], p.after)
	return start - len(p.before), end + len(p.after), ok
}

// findSigns appends the positions of a phrase that consists of signs only.
func (p *Phrase) findSigns(hits []Hit, number int, text string) []Hit {
	for from := 0; ; {
		at := strings.Index(text[from:], p.before)
		if at < 0 {
			return hits
		}
		hits = append(hits, Hit{from + at, from + at + len(p.before), number})
		from += at + len(p.before)
	}
}
