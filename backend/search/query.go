package search

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/internal/fault"
	"lectern/backend/sentence"
)

// MaxQuery is the maximum length of a query in characters.
const MaxQuery = 1000

// Options are options for parsing a query and finding its hits.
type Options struct {
	Case  bool // distinguish upper and lower case
	Marks bool // distinguish letters with and without diacritical marks
	Word  bool // match whole words only; the parts of "don't" are not words
	// Withheld is set for a document whose text readers must not receive. So that they cannot guess the text letter by
	// letter, only whole words are found, and in scripts without spaces only two characters or more.
	Withheld bool
	// Holder is the person or key that searches, for the limit of concurrent searches. It may be empty.
	Holder string

	matchParts bool // parts of words match unless Word is set
	signs      bool // signs before and after words must match
}

// inDocument returns the options for a search in one document.
func (o Options) inDocument() Options {
	o.Word = o.Word || o.Withheld
	o.matchParts, o.signs = !o.Word, true
	return o
}

// Query is a parsed query. A page matches if it has all of its phrases.
type Query struct {
	Phrases []Phrase

	exact      bool // the spelling of hits must be compared
	folding    foldOptions
	word       bool
	signs      bool // the signs at both ends of a phrase must match
	matchParts bool // parts of words match, which the index cannot find, because it contains only whole words
}

// Phrase is one word or several consecutive words.
type Phrase struct {
	Terms  []string // folded like the words of the index
	Prefix bool     // the last term may be the beginning of a word
	Suffix bool     // the first term may be the end of a word; with Prefix, a single term may be any part of a word

	letters  string // letters that every text with the phrase contains in sequence
	spelling string // spelling that hits must have; empty if case and marks are ignored
	before   string // signs directly before the first word; all signs if there are no words
	after    string // signs directly after the last word
}

// Parse parses a query: words, "phrases" in quotes of any kind, and word* for the beginning of a word. Everything else
// is text. A query without words finds nothing. An exception is a search for parts of words, which also finds signs
// such as §. An empty or too long query is a fault of kind Invalid.
func Parse(text string, o Options) (*Query, error) {
	text = strings.ToValidUTF8(text, " ")
	if strings.TrimSpace(text) == "" {
		return nil, fault.Field("q", "The search text is missing. Send it as the parameter q.")
	}
	if utf8.RuneCountInString(text) > MaxQuery {
		return nil, fault.Field("q", "The search text must have at most %d characters.", MaxQuery)
	}
	q := &Query{word: o.Word, matchParts: o.matchParts, signs: o.signs, exact: o.Case || o.Marks, folding: foldOptions{letterCase: !o.Case,
		marks: !o.Marks}}
	for _, p := range split(text) {
		if o.Withheld && hasLoneLetter(tokenize(p.text)) {
			return nil, fault.TranslatableField("q", sentence.New("search-whole-words",
				"Only whole words can be searched here, and at least two characters in scripts without spaces."))
		}
		if phrase := q.phrase(p); q.canHaveHits(&phrase) && !slices.ContainsFunc(q.Phrases, phrase.equal) {
			q.Phrases = append(q.Phrases, phrase)
		}
	}
	return q, nil
}

// hasLoneLetter reports whether there is a single letter of a script without spaces, with no such letter next to it.
func hasLoneLetter(tokens []Token) bool {
	for i := range tokens {
		isFirst := i == 0 || !tokens[i-1].isLetter() || tokens[i-1].isLast()
		if isFirst && tokens[i].isLast() {
			return true
		}
	}
	return false
}

// piece is a word or phrase of a query as it was typed.
type piece struct {
	text string
	star bool // an asterisk follows, so the text is the beginning of a word
}

// split splits a query into its words and phrases.
func split(text string) []piece {
	var pieces []piece
	for {
		text = strings.TrimLeftFunc(text, unicode.IsSpace)
		if text == "" {
			return pieces
		}
		next := firstQuoted
		if r, _ := utf8.DecodeRuneInString(text); !isQuote(r) {
			next = firstWord
		}
		p, length := next(text)
		pieces = append(pieces, p)
		text = text[length:]
	}
}

// firstWord returns the word at the beginning of a text, and its length.
func firstWord(text string) (p piece, length int) {
	length = strings.IndexFunc(text, unicode.IsSpace)
	if length < 0 {
		length = len(text)
	}
	return piece{text: text[:length], star: endsInStar(text[:length])}, length
}

// firstQuoted returns the text in the quotes at the beginning of a text, and its length with the quotes. An unclosed
// quote extends to the end.
func firstQuoted(text string) (p piece, length int) {
	_, opening := utf8.DecodeRuneInString(text)
	inner := text[opening:]
	end := strings.IndexFunc(inner, isQuote)
	if end < 0 {
		return piece{text: inner}, len(text)
	}
	_, closing := utf8.DecodeRuneInString(inner[end:])
	length = opening + end + closing
	stars := starsAt(text[length:])
	return piece{text: inner[:end], star: stars > 0}, length + stars
}

// starsAt returns the length of the asterisks at the beginning of a text.
func starsAt(text string) int { return len(text) - len(strings.TrimLeftFunc(text, isStar)) }

func endsInStar(text string) bool {
	r, _ := utf8.DecodeLastRuneInString(text)
	return isStar(r)
}

func isStar(r rune) bool { return r == '*' || r == '＊' }

// isQuote reports whether a character is one of the double quotes that keyboards and word processors produce.
func isQuote(r rune) bool { return strings.ContainsRune(`"“”„‟«»″＂`, r) }

// phrase returns the phrase of a piece. If the piece ends with letters of a script without spaces, the phrase also
// matches where further such letters follow.
func (q *Query) phrase(typed piece) Phrase {
	words, prefix := tokenize(typed.text), q.matchParts || typed.star && !q.word
	tokens := words
	if last := len(tokens) - 1; last >= 0 && tokens[last].isLast() {
		if last > 0 && tokens[last-1].isLetter() && !tokens[last-1].isLast() {
			tokens = tokens[:last]
		} else {
			prefix = true
		}
	}
	p := Phrase{Prefix: prefix, Suffix: q.matchParts && !typed.star, letters: letters(typed.text)}
	if q.signs {
		p.before, p.after = signsAround(typed.text, words)
		p.Suffix, p.Prefix = p.Suffix && p.before == "", p.Prefix && p.after == ""
	}
	for _, token := range tokens {
		p.Terms = append(p.Terms, token.Text)
	}
	if q.exact {
		p.spelling = q.folding.foldLetters(typed.text)
	}
	return p
}

func (p Phrase) equal(other Phrase) bool {
	return p.Prefix == other.Prefix && p.Suffix == other.Suffix && p.spelling == other.spelling && slices.Equal(p.Terms, other.Terms) &&
		p.before == other.before && p.after == other.after
}

// canHaveHits reports whether a phrase can have hits. A phrase with words can have hits. A phrase of signs only can
// have hits if parts of words match.
func (q *Query) canHaveHits(p *Phrase) bool {
	return len(p.Terms) > 0 || q.matchParts && p.before != ""
}
