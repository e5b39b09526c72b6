package layout

import (
	"strings"
	"unicode"

	"lectern/converters/wire"
)

// title is an entry of the outline that leads to a page.
type title struct {
	level int
	top   float64 // where on the page; below 0 where it does not say
}

// Titles are the titles of one page, by their text as lettersAndDigits gives it, and by that without its number. Of several of the same
// text the last counts.
type Titles map[string]title

// Add adds an entry of a level, which counts from 1, that leads to a place on the page. A nil top is not said.
func (t Titles) Add(text string, level int, top *float64) {
	if text = lettersAndDigits(text); text == "" {
		return
	}
	entry := title{min(level, 6), -1}
	if top != nil {
		entry.top = *top
	}
	t[text], t[withoutNumber(text)] = entry, entry
}

// lettersAndDigits returns the letters and digits of a text, so that texts are the same that look so.
func lettersAndDigits(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// withoutNumber returns a lettersAndDigits text without the number that it begins with.
func withoutNumber(text string) string {
	if rest := strings.TrimLeftFunc(text, unicode.IsDigit); rest != "" {
		return rest
	}
	return text
}

// matchOutline returns how many of the rows are a title of the outline, and its level.
func (l *layout) matchOutline(rows []row) (count, level int) {
	for count = 1; len(l.titles) > 0 && count <= min(len(rows), headingRows); count++ {
		text := lettersAndDigits(l.textOf(rows[:count]))
		found, ok := l.titles[text]
		if !ok {
			found, ok = l.titles[withoutNumber(text)]
		}
		if ok && text != "" && found.isNear(rows[0].box) {
			return count, found.level
		}
	}
	return 0, 0
}

// isNear reports whether a heading with this box may be the target of the title.
func (t *title) isNear(box wire.Box) bool {
	const near = 72
	return t.top < 0 || box[1] > t.top-near && box[1] < t.top+near
}
