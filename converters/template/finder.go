package template

import "strings"

// finder finds texts in another one, from places that only go forward, and looks over nothing twice.
type finder struct {
	text string
	next map[string]int // where a text comes next; the length of the whole where it does not
}

// from gives where a text comes at or behind a place; -1 where it does not.
func (f *finder) from(what string, at int) int {
	next, known := f.next[what]
	if !known || next < at {
		if next = strings.Index(f.text[at:], what); next < 0 {
			next = len(f.text)
		} else {
			next += at
		}
		f.next[what] = next
	}
	if next == len(f.text) {
		return -1
	}
	return next
}
