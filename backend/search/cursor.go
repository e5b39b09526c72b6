package search

import (
	"fmt"
	"slices"

	"lectern/backend/internal/fault"
)

// cursor is a place in the documents that a query finds.
type cursor struct {
	before    int64 // the window's PDFs have numbers below
	pdfs      int   // of it that are passed
	documents int   // of the next PDF that are passed
	// The numbers of the PDF before the place and of the next one, 0 where there is none: by them it
	// is found again where others were deleted.
	last, next int64
}

const cursorForm = "%d-%d-%d-%d-%d"

// String gives the cursor as callers get it.
func (c cursor) String() string {
	return fmt.Sprintf(cursorForm, c.before, c.pdfs, c.documents, c.last, c.next)
}

// parseCursor reads a cursor; "" is that of the first answer.
func parseCursor(text string) (c cursor, err error) {
	if text == "" {
		return newest(), nil
	}
	_, err = fmt.Sscanf(text, cursorForm, &c.before, &c.pdfs, &c.documents, &c.last, &c.next)
	if err != nil || c.String() != text || min(c.before, int64(c.pdfs), int64(c.documents), c.last, c.next) < 0 {
		return c, fault.Field("after", "The place to go on from is the 'next' of the answer before, as it stands.")
	}
	return c, nil
}

// find sets the place in a window that may have lost PDFs since.
func (c *cursor) find(window []foundPDF) {
	at := func(number int64) int {
		return slices.IndexFunc(window, func(p foundPDF) bool { return p.number == number })
	}
	if i := at(c.next); i >= 0 {
		c.pdfs = i
	} else if i := at(c.last); i >= 0 {
		c.pdfs, c.documents = i+1, 0
	} else if c.pdfs > len(window) {
		c.pdfs = len(window)
	}
}

// note keeps the neighbours of the place.
func (c *cursor) note(window []foundPDF) {
	c.last, c.next = 0, 0
	if c.pdfs > 0 {
		c.last = window[c.pdfs-1].number
	}
	if c.pdfs < len(window) {
		c.next = window[c.pdfs].number
	}
}

// checkLimit gives how many there shall be at most, where 0 stands for the usual number.
func checkLimit(limit, usual, most int) (int, error) {
	if limit == 0 {
		return usual, nil
	}
	if limit < 1 || limit > most {
		return 0, fault.Field("limit", "The limit is a number from 1 to %d.", most)
	}
	return limit, nil
}
