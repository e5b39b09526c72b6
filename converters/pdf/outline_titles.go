package pdf

import (
	"time"

	"lectern/converters/pdf/layout"
	"lectern/converters/wire"
)

// titlesTime limits the time to read an outline for the headings of pages.
const titlesTime = time.Second

// titlesOf returns the outline entries with a page as target. The outline is read once.
func (d *Document) titlesOf(page int) (layout.Titles, error) {
	if d.titles == nil {
		items, err := d.outline(titlesTime)
		if err != nil {
			return nil, err
		}
		d.titles = map[int]layout.Titles{}
		d.addTitles(items, 1)
	}
	return d.titles[page], nil
}

func (d *Document) addTitles(items []wire.OutlineItem, level int) {
	for _, item := range items {
		if page := item.Target.Page; page > 0 {
			if d.titles[page] == nil {
				d.titles[page] = layout.Titles{}
			}
			d.titles[page].Add(item.Title, level, item.Target.Top)
		}
		d.addTitles(item.Children, level+1)
	}
}
