package layout

import (
	"strings"
	"unicode"

	"lectern/converters/wire"
)

// title is an outline entry whose target is a page.
type title struct {
	level int
	top   float64 // distance from the upper edge of the page in points; -1 if unknown
}

// Titles are the outline entries of one page by their normalized text (see lettersAndDigits), with and without the
// leading number. The last of several entries with the same text wins.
type Titles map[string]title

// Add adds an entry. level counts from 1. top is the distance from the upper edge of the page in points, or nil if it
// is unknown.
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

// lettersAndDigits returns the letters and digits of a text in lower case, for comparisons.
func lettersAndDigits(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// withoutNumber returns a normalized text without its leading number.
func withoutNumber(text string) string {
	if rest := strings.TrimLeftFunc(text, unicode.IsDigit); rest != "" {
		return rest
	}
	return text
}

// matchOutline returns the number of rows at the start whose text is an outline entry, and the level of that entry. It
// returns 0, 0 if there is no such entry.
func (l *layout) matchOutline(rows []row) (count, level int) {
	for count = 1; len(l.titles) > 0 && count <= min(len(rows), maxHeadingRows); count++ {
		text := lettersAndDigits(l.page.textOf(rows[:count]))
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
