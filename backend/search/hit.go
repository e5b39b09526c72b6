package search

import (
	"cmp"
	"context"
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
// none where a phrase is missing. Those that overlap are one. Of a context that is done it knows
// nothing: who has asked looks at that.
func (q *Query) Find(ctx context.Context, text string) []Hit {
	if q.inside && !q.mayHave(text) {
		return nil
	}
	var hits []Hit
	tokens := cut(text)
	for number := range q.Phrases {
		before := len(hits)
		hits = q.find(ctx, hits, number, text, tokens)
		if len(hits) == before {
			return nil
		}
	}
	return merge(hits)
}

// triedAtOnce is at how many words a phrase is tried between two looks at the context.
const triedAtOnce = 1000

// mostEnds is in how many ways a phrase stands at one place.
const mostEnds = 4

// find appends the places at which a text of these tokens has a phrase.
func (q *Query) find(ctx context.Context, hits []Hit, number int, text string, tokens []Token) []Hit {
	phrase := &q.Phrases[number]
	if len(phrase.Terms) == 0 {
		return phrase.signs(hits, number, text)
	}
	var ends [mostEnds]int
	for i := range tokens {
		if i%triedAtOnce == 0 && ctx.Err() != nil {
			return nil
		}
		for _, end := range phrase.ends(ends[:0], tokens[i:], 0) {
			if !q.accepts(number, text, tokens[i].Start, end) {
				continue
			}
			if from, to, ok := phrase.signed(text, tokens[i].Start, end); ok {
				hits = append(hits, Hit{from, to, number})
			}
		}
	}
	return hits
}

// ends appends where a phrase ends whose terms from one on begin with the first of these tokens. A
// broken word is taken as it stands and whole. Of the first term and the last, which may be parts
// of words, both may be right; between them one way is enough, so that there are never many.
func (p *Phrase) ends(ends []int, tokens []Token, number int) []int {
	if len(tokens) < len(p.Terms)-number {
		return ends
	}
	if p.has(number, &tokens[0], tokens[0].Text) {
		ends = p.goOn(ends, tokens, number, 1)
		if 0 < number && number < len(p.Terms)-1 {
			return ends
		}
	}
	if tokens[0].broken && p.has(number, &tokens[0], whole(tokens)) {
		ends = p.goOn(ends, tokens, number, 2)
	}
	return ends
}

// has says whether a word, which begins with a token, is what a term asks for.
func (p *Phrase) has(number int, token *Token, word string) bool {
	before := number == 0 && p.Suffix && !token.isLetter() // any letter of a run begins a pair
	return isPart(p.Terms[number], word, before, number == len(p.Terms)-1 && p.Prefix)
}

// goOn appends the ends of what follows on a term that so many of these tokens are.
func (p *Phrase) goOn(ends []int, tokens []Token, number, count int) []int {
	last := &tokens[count-1]
	switch {
	case number < len(p.Terms)-1:
		return p.ends(ends, tokens[count:], number+1)
	case last.isLetter() && len(p.Terms[number]) <= int(last.first):
		return append(ends, last.firstEnd)
	}
	return append(ends, last.End)
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
