package pdf

import (
	"strings"
	"time"
	"unicode"

	"lectern/converters/wire"
)

// title is an entry of the outline that leads to a page.
type title struct {
	level int
	top   float64 // where on the page; below 0 where it does not say
}

// pageTitles are those of one page, by their text as plain gives it, and by that without its number. Of several of the same
// text the last counts.
type pageTitles map[string]title

// titlesTime is how long an outline is read for the headings of pages.
const titlesTime = time.Second

// titlesOf gives the entries of the outline that lead to a page. The outline is read once.
func (d *Document) titlesOf(page int) (pageTitles, error) {
	if d.titles == nil {
		items, err := d.outline(titlesTime)
		if err != nil {
			return nil, err
		}
		d.titles = map[int]pageTitles{}
		d.addTitles(items, 1)
	}
	return d.titles[page], nil
}

func (d *Document) addTitles(items []wire.OutlineItem, level int) {
	for _, item := range items {
		if page, text := item.Target.Page, plain(item.Title); text != "" && page > 0 {
			entry := title{min(level, 6), -1}
			if item.Target.Top != nil {
				entry.top = *item.Target.Top
			}
			if d.titles[page] == nil {
				d.titles[page] = pageTitles{}
			}
			d.titles[page][text], d.titles[page][bare(text)] = entry, entry
		}
		d.addTitles(item.Children, level+1)
	}
}

// plain gives the letters and digits of a text, so that texts are the same that look so.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// bare gives a plain text without the number that it begins with.
func bare(text string) string {
	if rest := strings.TrimLeftFunc(text, unicode.IsDigit); rest != "" {
		return rest
	}
	return text
}

// titled says how many of the rows are a title of the outline, and of which level.
func (l *layout) titled(rows []row) (count, level int) {
	for count = 1; len(l.titles) > 0 && count <= min(len(rows), headingRows); count++ {
		text := plain(l.textOf(rows[:count]))
		found, ok := l.titles[text]
		if !ok {
			found, ok = l.titles[bare(text)]
		}
		if ok && text != "" && found.isAt(rows[0].box) {
			return count, found.level
		}
	}
	return 0, 0
}

// isAt says whether a heading in a place may be the one that the title leads to.
func (t *title) isAt(box wire.Box) bool {
	const near = 72
	return t.top < 0 || box[1] > t.top-near && box[1] < t.top+near
}
