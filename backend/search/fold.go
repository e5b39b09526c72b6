package search

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// foldOptions selects the differences between texts that folding removes.
type foldOptions struct{ letterCase, marks bool }

// indexFolding contains the options with which the index folds text: letter case and marks are ignored.
var indexFolding = foldOptions{letterCase: true, marks: true}

// foldFirst appends the folded form of the first character of a text to the slice to. The folded form may be empty. The
// result size is the length of the character in the text. The result separate is true if the character is a separate
// word.
func (f foldOptions) foldFirst(to []rune, text string) (folded []rune, size int, separate bool) {
	r, size := utf8.DecodeRuneInString(text)
	if r < utf8.RuneSelf {
		return append(to, f.foldCase(r)), size, false
	}
	properties := norm.NFKD.PropertiesString(text)
	parts := properties.Decomposition()
	if parts == nil {
		return f.foldLetter(to, r, properties.CCC()), size, false
	}
	for rest := parts; len(rest) > 0; {
		part, length := utf8.DecodeRune(rest)
		to = f.foldLetter(to, part, norm.NFKD.Properties(rest).CCC())
		rest = rest[length:]
	}
	return to, size, isSeparateWord(r)
}

// isSeparateWord reports whether a character is a separate word. This is the case for superscript and circled numbers,
// and for symbols. Subscript numbers are not separate words, because they are parts of formulas.
func isSeparateWord(r rune) bool {
	const subscript0, subscript9 = 0x2080, 0x2089
	return unicode.In(r, unicode.No, unicode.So) && (r < subscript0 || r > subscript9)
}

// foldLetter appends the folded form of a decomposed character. The argument class is the canonical combining class of
// the character.
func (f foldOptions) foldLetter(to []rune, r rune, class uint8) []rune {
	if isIgnored(r) || f.marks && isDropped(class) {
		return to
	}
	r = f.foldCase(digit(r))
	if f.letterCase && (r == 'ß' || r == 'ẞ') {
		return append(to, 's', 's')
	}
	if f.marks {
		return append(to, typedLetters(r)...)
	}
	return append(to, r)
}

// foldCase folds the case of a character. It converts to upper case first, so that all lower-case forms of a letter
// become the same, such as σ and ς.
func (f foldOptions) foldCase(r rune) rune {
	if !f.letterCase {
		return r
	}
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	return unicode.ToLower(unicode.ToUpper(r))
}

// isIgnored reports whether a character only controls the layout of other characters.
func isIgnored(r rune) bool {
	const tatweel, joiner = 'ـ', '\u034F'
	return r == tatweel || r == joiner || unicode.In(r, unicode.Cf, unicode.Me, unicode.Variation_Selector)
}

// isDropped reports whether marks of a canonical combining class (Unicode Standard, table 4-3) are removed: overlays,
// nuktas, the points of Hebrew, Arabic and Syriac, and accents.
func isDropped(class uint8) bool {
	return class == 1 || class == 7 || 10 <= class && class <= 36 || 200 <= class && class <= 240
}

// digit returns the ASCII digit of a decimal digit, and any other character unchanged.
func digit(r rune) rune {
	if r < utf8.RuneSelf || !unicode.IsDigit(r) {
		return r
	}
	// The digits from 0 to 9 of a script are consecutive. Several scripts may directly follow one another (Unicode
	// Standard, 4.6).
	for _, run := range unicode.Nd.R16 {
		if rune(run.Lo) <= r && r <= rune(run.Hi) {
			return '0' + (r-rune(run.Lo))%10
		}
	}
	for _, run := range unicode.Nd.R32 {
		if rune(run.Lo) <= r && r <= rune(run.Hi) {
			return '0' + (r-rune(run.Lo))%10
		}
	}
	return r
}

// typedLetters returns the letters that people type instead of a lower-case letter that their keyboard lacks.
func typedLetters(r rune) []rune {
	switch r {
	case 'æ':
		return []rune("ae")
	case 'œ':
		return []rune("oe")
	case 'þ':
		return []rune("th")
	}
	return []rune{typedLetter(r)}
}

// typedLetter returns the letter that people type instead of a letter without a decomposition, such as o for ø.
func typedLetter(r rune) rune {
	switch r {
	case 'ø':
		return 'o'
	case 'ł':
		return 'l'
	case 'đ', 'ð':
		return 'd'
	case 'ħ':
		return 'h'
	case 'ŧ':
		return 't'
	case 'ٱ':
		return 'ا'
	case 'ی', 'ى':
		return 'ي'
	case 'ک':
		return 'ك'
	case 'ة', 'ہ':
		return 'ه'
	}
	return r
}

// foldLetters returns the folded letters and digits of a text, without other characters.
func (f foldOptions) foldLetters(text string) string {
	var all, one []rune
	for len(text) > 0 {
		var size int
		one, size, _ = f.foldFirst(one[:0], text)
		text = text[size:]
		for _, r := range one {
			if isWordPart(r) {
				all = append(all, r)
			}
		}
	}
	return norm.NFC.String(string(all))
}

// Fold returns the folded form of a text, including spaces and symbols. Two texts have the same form if they differ
// only in case, accents and forms of letters.
func Fold(text string) string {
	var all, one []rune
	for len(text) > 0 {
		var size int
		one, size, _ = indexFolding.foldFirst(one[:0], text)
		text = text[size:]
		all = append(all, one...)
	}
	return norm.NFC.String(string(all))
}
