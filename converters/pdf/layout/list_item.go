package layout

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/converters/wire"
)

// Marks of list items. Dashes also have other meanings.
const (
	bullets = "•◦▪▫‣⁃∙·●○■□◆◇►▶✓✔➢➤›"
	dashes  = "–—-*"
)

// isMarked reports whether a row begins with the mark of a list item.
func (l *pageLines) isMarked(r *row) bool {
	words := l.lines[r.first].Words
	if len(words) == 1 && r.end-r.first == 1 {
		return false
	}
	mark := words[0].Text
	if isPrivateUseWord(mark) {
		return !l.hasSymbolText(r)
	}
	if isBullet(mark) || isDash(mark) {
		return true
	}
	_, ok := ordinal(mark)
	return ok || r.lettered
}

// setLettered sets the field lettered of rows that begin with consecutive letters and are above each other, such as
// "A." and "B.". A single letter is not enough, because it may be an initial.
func (l *pageLines) setLettered(rows []row) {
	last := -1
	for i := range rows {
		mark := l.firstWord(&rows[i]).Text
		if !isLettered(mark) {
			continue
		}
		if last >= 0 && i-last < maxLookahead && mark[0] == l.firstWord(&rows[last]).Text[0]+1 &&
			isSamePosition(rows[i].box[0], rows[last].box[0], rows[i].size) {
			rows[i].lettered, rows[last].lettered = true, true
		}
		last = i
	}
}

// isLettered reports whether a word is a letter with a full stop, such as "A.".
func isLettered(word string) bool {
	return len(word) == 2 && word[1] == '.' && unicode.IsLetter(rune(word[0]))
}

// isBullet reports whether a word is a bullet. This includes the characters as which the bullets of symbol fonts are
// read.
func isBullet(word string) bool {
	return isOneOf(bullets, word) || word == string(unicode.ReplacementChar) || isPrivateUseWord(word)
}

func isDash(word string) bool { return isOneOf(dashes, word) }

func isOneOf(signs, word string) bool {
	r, size := utf8.DecodeRuneInString(word)
	return size == len(word) && strings.ContainsRune(signs, r)
}

// isPrivateUseWord reports whether a word is a private use character, as the bullets of the fonts Symbol and Wingdings
// are.
func isPrivateUseWord(word string) bool {
	r, size := utf8.DecodeRuneInString(word)
	return size == len(word) && isPrivateUse(r)
}

func isPrivateUse(r rune) bool { return r >= 0xE000 && r <= 0xF8FF }

// hasSymbolText reports whether the word after the first one begins with a private use character, too. The font then
// maps letters to private use characters.
func (l *pageLines) hasSymbolText(r *row) bool {
	_, text := l.markOf(r)
	next, _ := utf8.DecodeRuneInString(text.Text)
	return isPrivateUse(next)
}

// isBulletWithoutSpace reports whether a line begins with a bullet directly followed by its first word.
func isBulletWithoutSpace(chars []Char) bool {
	if len(chars) < 2 {
		return false
	}
	mark, next := chars[0].Rune, chars[1].Rune
	return (isPrivateUse(mark) || strings.ContainsRune(bullets, mark)) &&
		(unicode.IsLetter(next) || unicode.IsDigit(next) || unicode.In(next, unicode.Ps, unicode.Pi, unicode.Sc) || next == '"')
}

// ordinal parses a mark such as "3.", "(3)" or "c)". The number of a letter is its position in the alphabet, from 1.
func ordinal(word string) (number int, ok bool) {
	inner := strings.TrimPrefix(word, "(")
	inner, dotted := strings.CutSuffix(inner, ".")
	inner, closed := strings.CutSuffix(inner, ")")
	if !dotted && !closed || inner == "" || len(inner) > 3 {
		return 0, false
	}
	if len(inner) == 1 && unicode.IsLetter(rune(inner[0])) && closed {
		return int(unicode.ToLower(rune(inner[0]))-'a') + 1, true
	}
	for _, r := range inner {
		if r < '0' || r > '9' {
			return 0, false
		}
		number = 10*number + int(r-'0')
	}
	return number, true
}

// endsItem reports whether a row that starts directly below the bullet or number of a list item does not belong to the
// item. This is so if the row before it is too short to have been wrapped, or if the text of the item is indented and
// this row is not. The item starts with the first row.
func (l *pageLines) endsItem(c column, rows []row, at int) bool {
	first, r := &rows[0], &rows[at]
	if !l.isMarked(first) || r.rtl || !isSamePosition(r.box[0], first.box[0], first.size) {
		return false
	}
	mark, text := l.markOf(first)
	hasGap := isBullet(mark.Text) && text.Box[0]-mark.Box[2] > first.size/2
	return l.endsParagraph(c, &rows[at-1], r) || hasGap && !beginsLower(l.firstWord(r).Text)
}

// markOf returns the mark of a marked row, and the word after it.
func (l *pageLines) markOf(r *row) (mark, text *wire.Word) {
	words := l.lines[r.first].Words
	if len(words) > 1 {
		return &words[0], &words[1]
	}
	return &words[0], &l.lines[r.first+1].Words[0]
}

// isItem reports whether the rows at the start, which begin with a mark, are a list item. count is the number of these
// rows. A bullet suffices; a number must continue or start a sequence.
func (l *layout) isItem(rows []row, count int) bool {
	mark := l.page.firstWord(&rows[0]).Text
	if isBullet(mark) {
		return true
	}
	return l.followsItem(mark) || l.page.precedesItem(rows, count, mark)
}

// maxLevels limits the levels of list items that are derived from indentation.
const maxLevels = 6

// itemLevel returns the level of the list item that begins with a row. The item is nested in the preceding item if its
// mark is indented further.
func (l *layout) itemLevel(r *row) int {
	left := r.box[0]
	if r.rtl {
		left = -r.box[2]
	}
	if last := len(l.blocks) - 1; last < 0 || l.blocks[last].Kind != wire.BlockItem || l.page.lines[l.blocks[last].First].Box[1] > r.box[1] {
		l.items = l.items[:0]
	}
	outer := len(l.items)
	for outer > 0 && l.items[outer-1] > left-r.size/2 {
		outer--
	}
	if number, ok := ordinal(l.page.firstWord(r).Text); ok && number > 1 {
		outer = min(outer, max(len(l.items)-1, 0)) // an item with a number above 1 does not begin a nested list
	}
	outer = min(outer, maxLevels-1)
	l.items = append(l.items[:outer], left)
	return len(l.items)
}

// followsItem reports whether the last block is a list item with the preceding mark.
func (l *layout) followsItem(mark string) bool {
	if len(l.blocks) == 0 {
		return false
	}
	last := &l.blocks[len(l.blocks)-1]
	return last.Kind == wire.BlockItem && follows(l.page.lines[last.First].Words[0].Text, mark)
}

func (l *pageLines) precedesItem(rows []row, count int, mark string) bool {
	for i := count; i < min(len(rows), maxLookahead); i++ {
		if l.isMarked(&rows[i]) && isSamePosition(rows[i].box[0], rows[0].box[0], rows[0].size) {
			return follows(mark, l.firstWord(&rows[i]).Text)
		}
	}
	return false
}

// follows reports whether the mark next comes directly after the other mark in a sequence, such as "3." after "2.".
func follows(mark, next string) bool {
	number, is := ordinal(mark)
	other, isOther := ordinal(next)
	if !is || !isOther {
		return mark == next
	}
	return other == number+1
}
