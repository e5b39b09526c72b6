package search

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Hit is the position of a phrase of a query in a text, in bytes.
type Hit struct {
	Start, End int

	phrase int
}

// Find returns the hits of a query in a text in order. If the text does not have all phrases of the query, there are no
// hits. Overlapping hits are joined. Find stops early when ctx ends; the caller must check ctx.
func (q *Query) Find(ctx context.Context, text string) []Hit {
	if q.matchParts && !q.mayHave(text) {
		return nil
	}
	var hits []Hit
	tokens := tokenize(text)
	for number := range q.Phrases {
		before := len(hits)
		hits = q.find(ctx, hits, number, text, tokens)
		if len(hits) == before {
			return nil
		}
	}
	return merge(hits)
}

// wordsPerCheck is the number of words that are compared between two checks of the context.
const wordsPerCheck = 1000

// maxEnds is the maximum number of possible ends of a phrase at one position. The first and the last term can each
// match in two ways, see [Phrase.ends].
const maxEnds = 4

// find appends the hits of one phrase in a text, which has the given tokens.
func (q *Query) find(ctx context.Context, hits []Hit, number int, text string, tokens []Token) []Hit {
	phrase := &q.Phrases[number]
	if len(phrase.Terms) == 0 {
		return phrase.findSigns(hits, number, text)
	}
	var ends [maxEnds]int
	for i := range tokens {
		if i%wordsPerCheck == 0 && ctx.Err() != nil {
			return nil
		}
		for _, end := range phrase.ends(ends[:0], tokens[i:], 0) {
			if !q.accepts(number, text, tokens[i].Start, end) {
				continue
			}
			if from, to, ok := phrase.withSigns(text, tokens[i].Start, end); ok {
				hits = append(hits, Hit{from, to, number})
			}
		}
	}
	return hits
}

// ends appends the possible ends of a phrase in a text that begins with the given tokens. The argument number is the
// index of the term with which the comparison begins. A hyphenated word is compared both as two parts and joined. The
// first and the last term may be parts of words, so ends considers both ways of matching them. For the other terms the
// first way that matches is enough, so that the number of ends stays small.
func (p *Phrase) ends(ends []int, tokens []Token, number int) []int {
	if len(tokens) < len(p.Terms)-number {
		return ends
	}
	if p.matchesTerm(number, &tokens[0], tokens[0].Text) {
		ends = p.matchRest(ends, tokens, number, 1)
		if 0 < number && number < len(p.Terms)-1 {
			return ends
		}
	}
	if tokens[0].hyphenated && p.matchesTerm(number, &tokens[0], joinedWord(tokens)) {
		ends = p.matchRest(ends, tokens, number, 2)
	}
	return ends
}

// matchesTerm reports whether a word matches a term. The argument number is the index of the term in the phrase, and
// token is the first token of the word.
func (p *Phrase) matchesTerm(number int, token *Token, word string) bool {
	// In a run of letters every letter begins a pair, so no match begins within a pair.
	before := number == 0 && p.Suffix && !token.isLetter()
	return isPart(p.Terms[number], word, before, number == len(p.Terms)-1 && p.Prefix)
}

// matchRest appends the possible ends of a phrase. The caller has found that a term matches the first count tokens. The
// argument number is the index of this term.
func (p *Phrase) matchRest(ends []int, tokens []Token, number, count int) []int {
	last := &tokens[count-1]
	switch {
	case number < len(p.Terms)-1:
		return p.ends(ends, tokens[count:], number+1)
	case last.isLetter() && len(p.Terms[number]) <= int(last.firstLength):
		return append(ends, last.firstEnd)
	}
	return append(ends, last.End)
}

// isPart reports whether a part matches a word. If anyPrefix is true, the word may have further letters before the
// part. If anySuffix is true, it may have further letters after the part.
func isPart(part, word string, anyPrefix, anySuffix bool) bool {
	switch {
	case anyPrefix && anySuffix:
		return strings.Contains(word, part)
	case anyPrefix:
		return strings.HasSuffix(word, part)
	case anySuffix:
		return strings.HasPrefix(word, part)
	}
	return word == part
}

// accepts reports whether a hit has the case, marks and word boundaries that the options require.
func (q *Query) accepts(number int, text string, start, end int) bool {
	phrase := &q.Phrases[number]
	if q.exact && !isPart(phrase.spelling, q.folding.foldLetters(text[start:end]), phrase.Suffix, phrase.Prefix) {
		return false
	}
	return !q.word || isWholeWord(text, start, end)
}

// isWholeWord reports whether the part of a text between two positions is a whole word. It is not a whole word if an
// apostrophe or an underscore joins it to a letter or digit before or after it.
func isWholeWord(text string, start, end int) bool {
	before, size := utf8.DecodeLastRuneInString(text[:start])
	if isWordJoiner(before) {
		if r, _ := utf8.DecodeLastRuneInString(text[:start-size]); unicode.IsLetter(r) || unicode.IsDigit(r) {
			return false
		}
	}
	after, size := utf8.DecodeRuneInString(text[end:])
	if isWordJoiner(after) {
		if r, _ := utf8.DecodeRuneInString(text[end+size:]); unicode.IsLetter(r) || unicode.IsDigit(r) {
			return false
		}
	}
	return true
}

func isWordJoiner(r rune) bool { return r == '\'' || r == '’' || r == '_' }

// merge sorts hits, and joins those that overlap.
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
