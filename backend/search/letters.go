package search

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// mayHave says of a text whether its letters are those of all phrases, one behind the other, wherever
// its words begin and end, and whether it has their signs. It is many times faster than [Query.Find], which finds nothing elsewhere.
func (q *Query) mayHave(text string) bool {
	all := letters(text)
	for i := range q.Phrases {
		p := &q.Phrases[i]
		if !strings.Contains(all, p.letters) || !strings.Contains(text, p.before) || !strings.Contains(text, p.behind) {
			return false
		}
	}
	return true
}

// letters gives the letters and digits of a text in the folding of the index, without marks, so
// that it does not matter how these are written, and without all else.
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
		letter := rune(several)
		if r < tabled {
			letter = table[r]
		} else if isItself(r) {
			letter = r
		}
		switch letter {
		case 0:
		case several:
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

// appendLetters appends the letters and digits of the first character of a text.
func appendLetters(to []rune, text string) []rune {
	runes, _, _ := folded.first(nil, text)
	for _, r := range runes {
		if isWordPart(r) && !unicode.IsMark(r) {
			to = append(to, r)
		}
	}
	return to
}

// The characters before tabled, behind which ideographs follow, have their letters in a table,
// where several stands for more than one.
const (
	tabled  = 0x3400
	several = -1
)

// letterTable gives that table, in which 0 stands for no letter.
var letterTable = sync.OnceValue(func() *[tabled]rune {
	table := new([tabled]rune)
	for r := range table {
		switch own := appendLetters(nil, string(rune(r))); len(own) {
		case 0:
		case 1:
			table[r] = own[0]
		default:
			table[r] = several
		}
	}
	return table
})

// isItself says so of ideographs and syllables of Hangul, which no folding changes.
func isItself(r rune) bool {
	return 0x4E00 <= r && r <= 0x9FFF || 0xAC00 <= r && r <= 0xD7A3
}

// isJamo says of a letter that syllables of Hangul are made of it.
func isJamo(r rune) bool { return 0x1100 <= r && r <= 0x11FF }
