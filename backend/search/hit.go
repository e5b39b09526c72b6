package search

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Hit is where a text has a phrase of a query, in bytes.
type Hit struct {
	Start, End int

	phrase int
}

// Find gives the places of a text at which it has what is searched for, in their order;
// none where a phrase is missing. Those that overlap are one.
func (q *Query) Find(text string) []Hit {
	if q.inside && !q.mayHave(text) {
		return nil
	}
	var hits []Hit
	tokens := joinBroken(text, cut(text), q.around)
	for number := range q.Phrases {
		before := len(hits)
		hits = q.find(hits, number, text, tokens)
		if len(hits) == before {
			return nil
		}
	}
	return merge(hits)
}

// find appends the places at which a text of these tokens has a phrase.
func (q *Query) find(hits []Hit, number int, text string, tokens []Token) []Hit {
	phrase := &q.Phrases[number]
	if len(phrase.Terms) == 0 {
		return phrase.signs(hits, number, text)
	}
	for i := range tokens {
		start, end, ok := phrase.at(tokens[i:])
		if !ok || !q.accepts(number, text, start, end) {
			continue
		}
		if start, end, ok = phrase.signed(text, start, end); ok {
			hits = append(hits, Hit{start, end, number})
		}
	}
	return hits
}

// at says where a phrase stands that these tokens begin with.
func (p *Phrase) at(tokens []Token) (start, end int, ok bool) {
	if len(tokens) < len(p.Terms) {
		return 0, 0, false
	}
	last := len(p.Terms) - 1
	for i, term := range p.Terms {
		before := i == 0 && p.Suffix && !tokens[i].isLetter() // any letter of a run begins a pair
		if !isPart(term, tokens[i].Text, before, i == last && p.Prefix) {
			return 0, 0, false
		}
	}
	token := &tokens[last]
	if token.isLetter() && len(p.Terms[last]) <= token.first {
		return tokens[0].Start, token.firstEnd, true
	}
	return tokens[0].Start, token.End, true
}

// isPart says of a part whether it is a word, in which more may stand before and behind it.
func isPart(part, word string, before, behind bool) bool {
	switch {
	case before && behind:
		return strings.Contains(word, part)
	case before:
		return strings.HasSuffix(word, part)
	case behind:
		return strings.HasPrefix(word, part)
	}
	return word == part
}

// accepts says whether a hit is spelled as was asked for.
func (q *Query) accepts(number int, text string, start, end int) bool {
	phrase := &q.Phrases[number]
	if q.exact && !isPart(phrase.spelled, q.spelling.spelled(text[start:end]), phrase.Suffix, phrase.Prefix) {
		return false
	}
	return !q.word || isWhole(text, start, end)
}

// isWhole says of a part of a text that no apostrophe or underscore ties it to a letter.
func isWhole(text string, start, end int) bool {
	before, size := utf8.DecodeLastRuneInString(text[:start])
	if isTie(before) {
		if r, _ := utf8.DecodeLastRuneInString(text[:start-size]); unicode.IsLetter(r) || unicode.IsDigit(r) {
			return false
		}
	}
	after, size := utf8.DecodeRuneInString(text[end:])
	if isTie(after) {
		if r, _ := utf8.DecodeRuneInString(text[end+size:]); unicode.IsLetter(r) || unicode.IsDigit(r) {
			return false
		}
	}
	return true
}

func isTie(r rune) bool { return r == '\'' || r == '’' || r == '_' }

// merge puts hits in order and joins those that overlap.
func merge(hits []Hit) []Hit {
	slices.SortFunc(hits, func(a, b Hit) int { return cmp.Or(a.Start-b.Start, b.End-a.End) })
	merged := hits[:0]
	for _, h := range hits {
		if last := len(merged) - 1; last >= 0 && h.Start < merged[last].End {
			merged[last].End = max(merged[last].End, h.End)
			continue
		}
		merged = append(merged, h)
	}
	return merged
}
