package search

import (
	"strings"
	"unicode"
)

// signsAround returns the signs that touch the words of a text, such as those of C++ and #7; for a text without words,
// everything from its first sign to its last.
func signsAround(text string, words []Token) (before, behind string) {
	if len(words) == 0 {
		return strings.TrimFunc(text, func(r rune) bool { return !isSign(r) }), ""
	}
	head, tail := text[:words[0].Start], text[words[len(words)-1].End:]
	return head[len(strings.TrimRightFunc(head, isSign)):], tail[:len(tail)-len(strings.TrimLeftFunc(tail, isSign))]
}

// isSign reports whether a character counts as a sign: not stops, quotes, brackets and dashes.
func isSign(r rune) bool {
	return strings.ContainsRune("#%&@§¶†‡‰‱№", r) || unicode.IsSymbol(r)
}

// signed returns the position of a hit with the signs around it. It is not ok if the signs differ from those of the phrase.
func (p *Phrase) signed(text string, start, end int) (from, to int, ok bool) {
	ok = strings.HasSuffix(text[:start], p.before) && strings.HasPrefix(text[end:], p.behind)
	return start - len(p.before), end + len(p.behind), ok
}

// signs appends the positions of a phrase without words.
func (p *Phrase) signs(hits []Hit, number int, text string) []Hit {
	for from := 0; ; {
		at := strings.Index(text[from:], p.before)
		if at < 0 {
			return hits
		}
		hits = append(hits, Hit{from + at, from + at + len(p.before), number})
		from += at + len(p.before)
	}
}
