package pdf

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/converters/wire"
)

// bullets are the marks of items; those for private use are of the fonts Symbol and Wingdings.
const bullets = "•◦▪▫‣⁃∙·●○■□◆◇►▶✓✔➢➤–—-*\uf0b7\uf0a7\uf0d8\uf076\uf0fc\uf06f\uf0a8\uFFFD"

// isMarked says whether a row begins with a mark of a list.
func (l *layout) isMarked(r *row) bool {
	words := l.lines[r.first].Words
	if len(words) == 1 && r.end-r.first == 1 {
		return false
	}
	mark := words[0].Text
	if isBullet(mark) {
		return true
	}
	_, ok := ordinal(mark)
	return ok
}

func isBullet(word string) bool {
	r, size := utf8.DecodeRuneInString(word)
	return size == len(word) && strings.ContainsRune(bullets, r)
}

// ordinal reads a mark such as "3.", "(3)", "c)".
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

// isItem says whether what begins with a mark is an item of a list: of so many of the rows. A number
// alone may be anything.
func (l *layout) isItem(rows []row, count int) bool {
	mark := l.firstWord(&rows[0]).Text
	if r, _ := utf8.DecodeRuneInString(mark); isBullet(mark) && !strings.ContainsRune("–—-*", r) {
		return true
	}
	return l.hasBefore(mark) || l.hasAfter(rows, count, mark)
}

// hasBefore says whether the block before is an item that begins with the mark before.
func (l *layout) hasBefore(mark string) bool {
	if len(l.blocks) == 0 {
		return false
	}
	last := &l.blocks[len(l.blocks)-1]
	return last.Kind == wire.BlockItem && follows(l.lines[last.First].Words[0].Text, mark)
}

func (l *layout) hasAfter(rows []row, count int, mark string) bool {
	for i := count; i < min(len(rows), mostAhead); i++ {
		if l.isMarked(&rows[i]) && isAt(rows[i].box[0], rows[0].box[0], rows[0].size) {
			return follows(mark, l.firstWord(&rows[i]).Text)
		}
	}
	return false
}

// follows says whether marks are of items that follow each other.
func follows(mark, next string) bool {
	number, is := ordinal(mark)
	other, isOther := ordinal(next)
	if !is || !isOther {
		return mark == next
	}
	return other == number+1
}
