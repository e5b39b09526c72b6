package core

import (
	"strings"
)

// forwardFinder finds texts in another one, from places that only go forward, and looks over nothing twice.
type forwardFinder struct {
	text  string
	found map[string]int // where a text comes next; the length of the whole where it does not
}

// next gives where a text comes at or behind a place; -1 where it does not.
func (f *forwardFinder) next(what string, at int) int {
	next, known := f.found[what]
	if !known || next < at {
		if next = strings.Index(f.text[at:], what); next < 0 {
			next = len(f.text)
		} else {
			next += at
		}
		f.found[what] = next
	}
	if next == len(f.text) {
		return -1
	}
	return next
}
