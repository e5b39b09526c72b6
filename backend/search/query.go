package search

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/internal/fault"
	"lectern/backend/sentence"
)

// MaxQuery bounds a query in characters.
const MaxQuery = 1000

// Options say how a query is to be taken.
type Options struct {
	Case  bool // capitals are other letters
	Marks bool // letters with marks are other letters
	Word  bool // parts of words do not count, nor those of one such as of don't
	// Withheld is of a document whose text is withheld: only whole words are found, and in scripts without spaces two
	// characters or more.
	Withheld bool
	// Holder is who searches, for the limit of searches that run at once; empty for nobody in particular.
	Holder string

	inside bool // parts of words count, but where Word is set
	signs  bool // those before and behind words count
}

// within gives the options for one document, whose pages can all be looked through.
func (o Options) within() Options {
	o.Word = o.Word || o.Withheld
	o.inside, o.signs = !o.Word, true
	return o
}

// Query is a query that was read: all of its phrases are to be on a page.
type Query struct {
	Phrases []Phrase

	exact    bool // the spelling of hits is to be looked at
	spelling folding
	word     bool
	signs    bool // those at both ends of a phrase are to be there
	inside   bool // the index, which has words, does not know all pages
}

// Phrase is one word or more that follow on each other.
type Phrase struct {
	Terms  []string // as the index has them
	Prefix bool     // the last of them may be the beginning of a word
	Suffix bool     // the first of them may be the end of a word; one that is both, any part

	letters string // those that a text with it has, one behind the other
	spelled string // as hits must be spelled, where that matters
	before  string // signs that stand right before the first word; all there is where there are no words
	behind  string // signs that stand right behind the last word
}

// Parse reads a query: words, "phrases" in quotes of any kind, and word* for the beginning of
// a word. All else is text. A query that has no words finds nothing. One that is empty or
// too long is a fault of kind Invalid.
func Parse(text string, o Options) (*Query, error) {
	text = strings.ToValidUTF8(text, " ")
	if strings.TrimSpace(text) == "" {
		return nil, fault.Field("q", "The search needs something to look for: give it as q.")
	}
	if utf8.RuneCountInString(text) > MaxQuery {
		return nil, fault.Field("q", "What is searched for has at most %d characters.", MaxQuery)
	}
	q := &Query{word: o.Word, inside: o.inside, signs: o.signs, exact: o.Case || o.Marks, spelling: folding{letterCase: !o.Case,
		marks: !o.Marks}}
	for _, p := range split(text) {
		if o.Withheld && hasLoneLetter(cut(p.text)) {
			return nil, fault.FieldTold("q", sentence.New("search-whole-words",
				"Only whole words can be searched for here, and at least two characters of scripts without spaces."))
		}
		if phrase := q.phrase(p); q.mayFind(&phrase) && !slices.ContainsFunc(q.Phrases, phrase.equal) {
			q.Phrases = append(q.Phrases, phrase)
		}
	}
	return q, nil
}

// hasLoneLetter reports whether a letter of a script without spaces stands alone.
func hasLoneLetter(tokens []Token) bool {
	for i := range tokens {
		isFirst := i == 0 || !tokens[i-1].isLetter() || tokens[i-1].isLast()
		if isFirst && tokens[i].isLast() {
			return true
		}
	}
	return false
}

// piece is a word or a phrase of a query, as it was typed.
type piece struct {
	text string
	star bool // it is the beginning of a word
}

// split parts a query into its words and phrases.
func split(text string) []piece {
	var pieces []piece
	for {
		text = strings.TrimLeftFunc(text, unicode.IsSpace)
		if text == "" {
			return pieces
		}
		next := quoted
		if r, _ := utf8.DecodeRuneInString(text); !isQuote(r) {
			next = word
		}
		p, length := next(text)
		pieces = append(pieces, p)
		text = text[length:]
	}
}

// word gives the word that a text begins with, and its length.
func word(text string) (p piece, length int) {
	length = strings.IndexFunc(text, unicode.IsSpace)
	if length < 0 {
		length = len(text)
	}
	return piece{text: text[:length], star: endsInStar(text[:length])}, length
}

// quoted gives what stands in the quotes that a text begins with, and its length with them;
// a quote that is not closed goes to the end.
func quoted(text string) (p piece, length int) {
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

// starsAt gives the length of the stars that a text begins with.
func starsAt(text string) int { return len(text) - len(strings.TrimLeftFunc(text, isStar)) }

func endsInStar(text string) bool {
	r, _ := utf8.DecodeLastRuneInString(text)
	return isStar(r)
}

func isStar(r rune) bool { return r == '*' || r == '＊' }

// isQuote says so of the double quotes that keyboards and word processors make.
func isQuote(r rune) bool { return strings.ContainsRune(`"“”„‟«»″＂`, r) }

// phrase makes a phrase of what was typed as one. What ends in a run of letters is found
// within longer runs.
func (q *Query) phrase(typed piece) Phrase {
	words, prefix := cut(typed.text), q.inside || typed.star && !q.word
	tokens := words
	if last := len(tokens) - 1; last >= 0 && tokens[last].isLast() {
		if last > 0 && tokens[last-1].isLetter() && !tokens[last-1].isLast() {
			tokens = tokens[:last]
		} else {
			prefix = true
		}
	}
	p := Phrase{Prefix: prefix, Suffix: q.inside && !typed.star, letters: letters(typed.text)}
	if q.signs {
		p.before, p.behind = signsAround(typed.text, words)
		p.Suffix, p.Prefix = p.Suffix && p.before == "", p.Prefix && p.behind == ""
	}
	for _, token := range tokens {
		p.Terms = append(p.Terms, token.Text)
	}
	if q.exact {
		p.spelled = q.spelling.spelled(typed.text)
	}
	return p
}

func (p Phrase) equal(other Phrase) bool {
	return p.Prefix == other.Prefix && p.Suffix == other.Suffix && p.spelled == other.spelled && slices.Equal(p.Terms, other.Terms) &&
		p.before == other.before && p.behind == other.behind
}

// mayFind says whether there is something to look for: words, or signs where they count without.
func (q *Query) mayFind(p *Phrase) bool { return len(p.Terms) > 0 || q.inside && p.before != "" }
