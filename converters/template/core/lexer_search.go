package core

import (
	"strings"
)

// forwardFinder finds texts in another text from offsets that only grow, so that it never searches the same bytes
// twice.
type forwardFinder struct {
	text  string
	found map[string]int // the offset of the next occurrence of a text; the length of the whole text if there is none
}

// next returns the offset of a text at or after an offset; -1 if it does not occur.
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
