package core

import (
	"strings"
)

// forwardFinder searches a text for several substrings. The offsets of the searches must not decrease, so that no bytes
// are searched twice.
type forwardFinder struct {
	text  string
	found map[string]int // the offset of the next occurrence of a substring; len(text) if there is none
}

// next returns the offset of the first occurrence of a substring at or after an offset. It returns -1 if there is none.
func (f *forwardFinder) next(substring string, at int) int {
	next, known := f.found[substring]
	if !known || next < at {
		if next = strings.Index(f.text[at:], substring); next < 0 {
			next = len(f.text)
		} else {
			next += at
		}
		f.found[substring] = next
	}
	if next == len(f.text) {
		return -1
	}
	return next
}
