package search

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxWord is the maximum length of a word in bytes. Longer words are cut.
const maxWord = 128

// Token is a word of a text, folded as for the index.
type Token struct {
	Text       string // folded text of the word
	Start, End int    // position in the text, in bytes

	// firstEnd and firstLength are set for letters of a script without spaces, and 0 for a word. For a pair of letters,
	// firstEnd is the end of the first letter in the text, and firstLength is the length of this letter in Text. For
	// the single letter at the end of a run of letters, they are the end and the length of that letter.
	firstEnd    int
	firstLength int32

	hyphenated bool // the word is hyphenated at the end of a line; the next token is its second part
}

// isLetter reports whether the token is a letter or a pair of letters of a script without spaces, rather than a word.
func (t *Token) isLetter() bool { return t.firstLength > 0 }

// isLast reports whether the token is the last letter of a run of letters of a script without spaces.
func (t *Token) isLast() bool { return t.firstLength > 0 && int(t.firstLength) == len(t.Text) }

// Index returns the words of a text in the form for the index of a database: separated by spaces, and ASCII words in
// lower case.
func Index(text string) string {
	var words strings.Builder
	words.Grow(len(text) + len(text)/8)
	for i, token := range Tokenize(text) {
		if i > 0 {
			words.WriteByte(' ')
		}
		words.WriteString(token.Text)
	}
	return words.String()
}

// Tokenize returns the words of a text in order. If words are hyphenated at the end of a line, their joined forms
// follow at the end of the list, each together with the two words before and after it.
func Tokenize(text string) []Token { return joinHyphenated(tokenize(text)) }

// tokenize returns the words of a text in order.
func tokenize(text string) []Token {
	t := tokenizer{text: text, tokens: make([]Token, 0, len(text)/5+1)}
	for i := 0; i < len(text); {
		if n := asciiWordLength(text[i:]); n > 0 && !t.inWord {
			t.endRun()
			t.add(strings.ToLower(text[i:i+n]), i, i+n)
			i += n
		} else if r := rune(text[i]); r < utf8.RuneSelf && !isWordPart(r) {
			t.addSeparator(r)
			i++
		} else {
			i += t.next(i)
		}
	}
	t.endWord()
	t.endRun()
	return t.tokens
}

// asciiWordLength returns the length of the word at the beginning of a text if the word and the character after it are
// ASCII; otherwise it returns 0.
func asciiWordLength(text string) int {
	n := 0
	for n < len(text) && ('a' <= text[n] && text[n] <= 'z' || 'A' <= text[n] && text[n] <= 'Z' || '0' <= text[n] && text[n] <= '9') {
		n++
	}
	if n < len(text) && text[n] >= utf8.RuneSelf {
		return 0
	}
	return n
}

// tokenizer splits a text into tokens, character by character.
type tokenizer struct {
	text     string
	tokens   []Token
	runes    []rune // folded form of one character
	inWord   bool
	word     []rune // the word so far
	from, to int    // position of the word
	run      []letter
	newlines int // line breaks since the last letter of the run
}

// letter is a letter, with its marks, of a script without spaces.
type letter struct {
	text     string
	from, to int
}

// next processes the character at a position, and returns its length.
func (t *tokenizer) next(at int) int {
	runes, size, apart := indexFolding.foldFirst(t.runes[:0], t.text[at:])
	t.runes = runes
	if len(runes) == 0 { // the character is a mark that belongs to the previous one
		t.extend(at, at+size)
		return size
	}
	if apart {
		t.endWord()
	}
	for _, r := range runes {
		t.addRune(r, at, at+size)
	}
	if apart {
		t.endWord()
	}
	return size
}

// extend adds an ignored mark to the character before it, so that both are highlighted together.
func (t *tokenizer) extend(from, to int) {
	if r, _ := utf8.DecodeRuneInString(t.text[from:]); !unicode.IsMark(r) {
		return
	}
	if t.inWord && t.to == from {
		t.to = to
	} else if last := len(t.run) - 1; last >= 0 && t.run[last].to == from {
		t.run[last].to = to
	}
}

// addRune processes one rune of the folded form of a character at a position.
func (t *tokenizer) addRune(r rune, from, to int) {
	switch {
	case !isWordPart(r):
		t.addSeparator(r)
	case !t.inWord && len(t.run) > 0 && extendsLetter(r):
		last := &t.run[len(t.run)-1]
		last.text, last.to = last.text+string(r), to
	case isUnspaced(r):
		t.endWord()
		t.newlines = 0
		t.run = append(t.run, letter{string(r), from, to})
	default:
		t.endRun()
		if !t.inWord {
			t.inWord, t.from, t.word = true, from, t.word[:0]
		}
		t.word, t.to = append(t.word, r), to
	}
}

// addSeparator processes a rune that separates words.
func (t *tokenizer) addSeparator(r rune) {
	t.endWord()
	if !unicode.IsSpace(r) {
		t.endRun()
	}
	if r == '\n' {
		if t.newlines++; t.newlines > 1 {
			t.endRun()
		}
	}
}

func (t *tokenizer) endWord() {
	if t.inWord {
		t.inWord = false
		t.add(norm.NFC.String(string(t.word)), t.from, t.to)
	}
}

func (t *tokenizer) add(text string, from, to int) {
	if last := len(t.tokens) - 1; last >= 0 {
		// A symbol such as ½ consists of two words with the same position. Then before.End is greater than from.
		before := &t.tokens[last]
		before.hyphenated = !before.isLetter() && before.End <= from && isLineHyphen(t.text[before.End:from])
	}
	t.tokens = append(t.tokens, Token{Text: truncateWord(text), Start: from, End: to})
}

// truncateWord returns a word, cut to the maximum length.
func truncateWord(word string) string {
	if len(word) <= maxWord {
		return word
	}
	end := maxWord
	for !utf8.RuneStart(word[end]) {
		end--
	}
	return word[:end]
}

// endRun cuts the collected run of letters of a script without spaces into pairs of letters.
func (t *tokenizer) endRun() {
	for i, l := range t.run {
		first := norm.NFC.String(l.text)
		token := Token{Text: first, Start: l.from, End: l.to, firstLength: int32(len(first)), firstEnd: l.to}
		if i+1 < len(t.run) {
			next := t.run[i+1]
			token.Text, token.End = first+norm.NFC.String(next.text), next.to
		}
		t.tokens = append(t.tokens, token)
	}
	t.run, t.newlines = t.run[:0], 0
}

// isWordPart reports whether a folded character is part of a word. Letters that look like apostrophes are not, because
// people type an apostrophe instead of them.
func isWordPart(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z'
	}
	return r != '\u02BB' && r != '\u02BC' && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r))
}

// extendsLetter reports whether a character belongs to the letter before it: a mark, or the later part of a Hangul
// syllable.
func extendsLetter(r rune) bool {
	return 0x1160 <= r && r <= 0x11FF || unicode.IsMark(r)
}

// isUnspaced reports whether a letter is Hangul or of a script without spaces between words.
func isUnspaced(r rune) bool {
	const firstOfThem, longVowel = 0x0E00, 'ー'
	if r < firstOfThem {
		return false
	}
	return r == longVowel || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Javanese, unicode.Balinese,
		unicode.Tai_Le, unicode.New_Tai_Lue, unicode.Tai_Tham, unicode.Tai_Viet, unicode.Yi, unicode.Tangut, unicode.Nushu)
}

// joinHyphenated appends these tokens for a hyphenated word: the barrier, up to two words before the hyphenated word,
// its joined form, and up to two words after it. The barrier is a private-use character that no query contains, so that
// no phrase can extend across it.
const (
	contextWords = 2
	barrier      = "\uE000"
)

// joinHyphenated appends the joined forms of words that are hyphenated at the end of a line, each together with some
// words before and after it.
func joinHyphenated(tokens []Token) []Token {
	count := len(tokens)
	for i := range count {
		if !tokens[i].hyphenated {
			continue
		}
		start, end := tokens[i].Start, tokens[i+1].End
		tokens = append(tokens, Token{Text: barrier, Start: start, End: start})
		tokens = append(tokens, tokens[max(0, i-contextWords):i]...)
		tokens = append(tokens, Token{Text: joinedWord(tokens[i:]), Start: start, End: end})
		tokens = append(tokens, tokens[i+2:min(count, i+2+contextWords)]...)
	}
	return tokens
}

// joinedWord returns the word that results from joining the first two tokens.
func joinedWord(tokens []Token) string { return truncateWord(tokens[0].Text + tokens[1].Text) }

// isLineHyphen reports whether the text between two words is a hyphen at the end of a line.
func isLineHyphen(gap string) bool {
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
