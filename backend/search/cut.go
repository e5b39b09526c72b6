package search

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxWord bounds a word in bytes; of a longer one the beginning is taken.
const maxWord = 128

// Token is a word of a text, as the index has it.
type Token struct {
	Text       string // folded
	Start, End int    // where it stands in the text, in bytes

	// Of a pair of letters: the end of the first one in the text, and its length in Text.
	// Of a letter that stands alone at the end of a run they are its own, and 0 of a word.
	firstEnd int
	first    int32

	broken bool // by a hyphen at the end of a line: the next one is its rest
}

// isLetter says of a token that it stands for a letter of a run, and not for a word.
func (t *Token) isLetter() bool { return t.first > 0 }

// isLast says so of the last letter of a run.
func (t *Token) isLast() bool { return t.first > 0 && int(t.first) == len(t.Text) }

// Index gives the words of a text as the index takes them: between spaces, each of letters,
// digits and marks, in ASCII of small letters and digits only.
func Index(text string) string {
	var words strings.Builder
	words.Grow(len(text) + len(text)/8)
	for i, token := range Cut(text) {
		if i > 0 {
			words.WriteByte(' ')
		}
		words.WriteString(token.Text)
	}
	return words.String()
}

// Cut gives the words of a text in their order, and behind them those that are broken at the
// end of a line, whole, each with two of the words around it.
func Cut(text string) []Token { return joinBroken(cut(text)) }

// cut gives the words of a text in their order.
func cut(text string) []Token {
	c := cutter{text: text, tokens: make([]Token, 0, len(text)/5+1)}
	for i := 0; i < len(text); {
		if n := plainWord(text[i:]); n > 0 && !c.inWord {
			c.endRun()
			c.add(strings.ToLower(text[i:i+n]), i, i+n)
			i += n
		} else if r := rune(text[i]); r < utf8.RuneSelf && !isWordPart(r) {
			c.gap(r)
			i++
		} else {
			i += c.next(i)
		}
	}
	c.endWord()
	c.endRun()
	return c.tokens
}

// plainWord gives the length of the word at the beginning of a text, where it and what
// follows are ASCII; else 0.
func plainWord(text string) int {
	n := 0
	for n < len(text) && ('a' <= text[n] && text[n] <= 'z' || 'A' <= text[n] && text[n] <= 'Z' || '0' <= text[n] && text[n] <= '9') {
		n++
	}
	if n < len(text) && text[n] >= utf8.RuneSelf {
		return 0
	}
	return n
}

// cutter cuts a text, character by character.
type cutter struct {
	text     string
	tokens   []Token
	runes    []rune // of one character, folded
	inWord   bool
	word     []rune // under way
	from, to int    // where it stands
	run      []letter
	newlines int // since the last letter of the run
}

// letter is one of a run, with its marks.
type letter struct {
	text     string
	from, to int
}

// next takes the character at a place and gives its length.
func (c *cutter) next(at int) int {
	runes, size, apart := folded.first(c.runes[:0], c.text[at:])
	c.runes = runes
	if len(runes) == 0 { // a mark of what was before
		c.extend(at, at+size)
		return size
	}
	if apart {
		c.endWord()
	}
	for _, r := range runes {
		c.take(r, at, at+size)
	}
	if apart {
		c.endWord()
	}
	return size
}

// extend adds a mark that is dropped to what it stands on, so that both are shown together.
func (c *cutter) extend(from, to int) {
	if r, _ := utf8.DecodeRuneInString(c.text[from:]); !unicode.IsMark(r) {
		return
	}
	if c.inWord && c.to == from {
		c.to = to
	} else if last := len(c.run) - 1; last >= 0 && c.run[last].to == from {
		c.run[last].to = to
	}
}

// take takes one folded character of what stands between two places.
func (c *cutter) take(r rune, from, to int) {
	switch {
	case !isWordPart(r):
		c.gap(r)
	case !c.inWord && len(c.run) > 0 && isOnLetter(r):
		last := &c.run[len(c.run)-1]
		last.text, last.to = last.text+string(r), to
	case isUnspaced(r):
		c.endWord()
		c.newlines = 0
		c.run = append(c.run, letter{string(r), from, to})
	default:
		c.endRun()
		if !c.inWord {
			c.inWord, c.from, c.word = true, from, c.word[:0]
		}
		c.word, c.to = append(c.word, r), to
	}
}

// gap takes what is between words.
func (c *cutter) gap(r rune) {
	c.endWord()
	if !unicode.IsSpace(r) {
		c.endRun()
	}
	if r == '\n' {
		if c.newlines++; c.newlines > 1 {
			c.endRun()
		}
	}
}

func (c *cutter) endWord() {
	if c.inWord {
		c.inWord = false
		c.add(norm.NFC.String(string(c.word)), c.from, c.to)
	}
}

func (c *cutter) add(text string, from, to int) {
	if last := len(c.tokens) - 1; last >= 0 {
		before := &c.tokens[last] // of a sign that stands for two words, both are in the same place
		before.broken = !before.isLetter() && before.End <= from && isBreak(c.text[before.End:from])
	}
	c.tokens = append(c.tokens, Token{Text: bounded(text), Start: from, End: to})
}

// bounded gives the beginning of a word that is too long, and others as they are.
func bounded(word string) string {
	if len(word) <= maxWord {
		return word
	}
	end := maxWord
	for !utf8.RuneStart(word[end]) {
		end--
	}
	return word[:end]
}

// endRun cuts the run into its pairs.
func (c *cutter) endRun() {
	for i, l := range c.run {
		first := norm.NFC.String(l.text)
		token := Token{Text: first, Start: l.from, End: l.to, first: int32(len(first)), firstEnd: l.to}
		if i+1 < len(c.run) {
			next := c.run[i+1]
			token.Text, token.End = first+norm.NFC.String(next.text), next.to
		}
		c.tokens = append(c.tokens, token)
	}
	c.run, c.newlines = c.run[:0], 0
}

// isWordPart says whether a folded character is part of a word. The letters that look like
// apostrophes are not, for an apostrophe is typed for them.
func isWordPart(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z'
	}
	return r != '\u02BB' && r != '\u02BC' && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r))
}

// isOnLetter says of a character that it belongs to the letter before: a mark, or the later
// part of a Hangul syllable.
func isOnLetter(r rune) bool {
	return 0x1160 <= r && r <= 0x11FF || unicode.IsMark(r)
}

// isUnspaced says of a letter that its script puts no spaces between words, or that it is Hangul.
func isUnspaced(r rune) bool {
	const firstOfThem, longVowel = 0x0E00, 'ー'
	if r < firstOfThem {
		return false
	}
	return r == longVowel || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Javanese, unicode.Balinese,
		unicode.Tai_Le, unicode.New_Tai_Lue, unicode.Tai_Tham, unicode.Tai_Viet, unicode.Yi, unicode.Tangut, unicode.Nushu)
}

// A broken word that is given whole has so many words around it, and stands behind a word
// that no query has: a character for private use.
const (
	around  = 2
	barrier = "\uE000"
)

// joinBroken adds the words that are broken at the end of a line, each with some of the words
// on each side of it.
func joinBroken(tokens []Token) []Token {
	count := len(tokens)
	for i := range count {
		if !tokens[i].broken {
			continue
		}
		start, end := tokens[i].Start, tokens[i+1].End
		tokens = append(tokens, Token{Text: barrier, Start: start, End: start})
		tokens = append(tokens, tokens[max(0, i-around):i]...)
		tokens = append(tokens, Token{Text: whole(tokens[i:]), Start: start, End: end})
		tokens = append(tokens, tokens[i+2:min(count, i+2+around)]...)
	}
	return tokens
}

// whole gives the broken word that these tokens begin with.
func whole(tokens []Token) string { return bounded(tokens[0].Text + tokens[1].Text) }

// isBreak says of what is between two words whether it is a hyphen at the end of a line.
func isBreak(gap string) bool {
	if len(gap) < 2 || !strings.Contains(gap, "\n") {
		return false
	}
	hyphen, size := utf8.DecodeRuneInString(gap)
	const softHyphen, ownHyphen = '\u00AD', '\u2010'
	if hyphen != '-' && hyphen != softHyphen && hyphen != ownHyphen {
		return false
	}
	rest := gap[size:]
	return strings.Count(rest, "\n") == 1 && strings.TrimSpace(rest) == ""
}
