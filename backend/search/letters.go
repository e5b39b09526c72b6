package search

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// mayHave reports whether a text may have hits. It checks that the text contains the letters of each phrase in
// sequence, regardless of word boundaries, and the signs of each phrase. It is much faster than [Query.Find], and never
// returns false for a text with hits.
func (q *Query) mayHave(text string) bool {
	all := letters(text)
	for i := range q.Phrases {
		p := &q.Phrases[i]
		if !strings.Contains(all, p.letters) || !strings.Contains(text, p.before) || !strings.Contains(text, p.after) {
			return false
		}
	}
	return true
}

// letters returns the letters and digits of a text in the folding of the index, without marks and other characters.
func letters(text string) string {
	table := letterTable()
	all := make([]byte, 0, len(text))
	var some []rune
	composes := false
	for i := 0; i < len(text); {
		if c := text[i]; c < utf8.RuneSelf {
			if table[c] != 0 {
				all = append(all, byte(table[c]))
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		letter := rune(multipleLetters)
		if r < tableSize {
			letter = table[r]
		} else if foldsToItself(r) {
			letter = r
		}
		switch letter {
		case 0:
		case multipleLetters:
			some = appendLetters(some[:0], text[i:])
			all = append(all, string(some)...)
		default:
			all = utf8.AppendRune(all, letter)
		}
		composes = composes || isJamo(r)
		i += size
	}
	if composes {
		return norm.NFC.String(string(all))
	}
	return string(all)
}

// appendLetters appends the letters and digits in the folded form of the first character of a text.
func appendLetters(to []rune, text string) []rune {
	runes, _, _ := indexFolding.foldFirst(nil, text)
	for _, r := range runes {
		if isWordPart(r) && !unicode.IsMark(r) {
			to = append(to, r)
		}
	}
	return to
}

// tableSize is the number of characters in the table of [letterTable], which ends before the first ideograph. The
// constant multipleLetters is the table's value for a character that folds to more than one letter.
const (
	tableSize       = 0x3400
	multipleLetters = -1
)

// letterTable returns a table with the folded letter of each character. The value 0 means that a character folds to no
// letter.
var letterTable = sync.OnceValue(func() *[tableSize]rune {
	table := new([tableSize]rune)
	for r := range table {
		switch own := appendLetters(nil, string(rune(r))); len(own) {
		case 0:
		case 1:
			table[r] = own[0]
		default:
			table[r] = multipleLetters
		}
	}
	return table
})

// foldsToItself reports whether a character is an ideograph or a Hangul syllable, which folding does not change.
func foldsToItself(r rune) bool {
	return 0x4E00 <= r && r <= 0x9FFF || 0xAC00 <= r && r <= 0xD7A3
}

// isJamo reports whether a letter is a component of Hangul syllables.
func isJamo(r rune) bool { return 0x1100 <= r && r <= 0x11FF }
