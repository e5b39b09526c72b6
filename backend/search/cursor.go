package search

import (
	"fmt"
	"slices"

	"lectern/backend/internal/fault"
)

// cursor is a position in the list of documents found by a query. The search ranks the PDFs in groups, and the cursor
// is within one such group, which is called the window.
type cursor struct {
	before    int64 // the PDFs of the window have numbers below this
	pdfs      int   // number of PDFs of the window that were already returned
	documents int   // number of documents of the next PDF that were already returned
	// previous and next are the numbers of the PDFs before and after the position, or 0 if there is no such PDF. They
	// still identify the position when other PDFs have been deleted.
	previous, next int64
}

const cursorFormat = "%d-%d-%d-%d-%d"

// String returns the cursor as text for the client.
func (c cursor) String() string {
	return fmt.Sprintf(cursorFormat, c.before, c.pdfs, c.documents, c.previous, c.next)
}

// parseCursor parses a cursor. "" is the cursor of the first response.
func parseCursor(text string) (c cursor, err error) {
	if text == "" {
		return newestCursor(), nil
	}
	_, err = fmt.Sscanf(text, cursorFormat, &c.before, &c.pdfs, &c.documents, &c.previous, &c.next)
	if err != nil || c.String() != text || min(c.before, int64(c.pdfs), int64(c.documents), c.previous, c.next) < 0 {
		return c, fault.Field("after", "The parameter after must be copied unchanged from the field next of the previous response.")
	}
	return c, nil
}

// adjust adjusts the position if PDFs have been deleted from the window since the previous response.
func (c *cursor) adjust(window []foundPDF) {
	at := func(number int64) int {
		return slices.IndexFunc(window, func(p foundPDF) bool { return p.number == number })
	}
	if i := at(c.next); i >= 0 {
		c.pdfs = i
	} else if i := at(c.previous); i >= 0 {
		c.pdfs, c.documents = i+1, 0
	} else if c.pdfs > len(window) {
		c.pdfs = len(window)
	}
}

// recordNeighbors records the PDFs before and after the position.
func (c *cursor) recordNeighbors(window []foundPDF) {
	c.previous, c.next = 0, 0
	if c.pdfs > 0 {
		c.previous = window[c.pdfs-1].number
	}
	if c.pdfs < len(window) {
		c.next = window[c.pdfs].number
	}
}

// checkLimit validates a limit, and returns the default for 0.
func checkLimit(limit, defaultLimit, maxLimit int) (int, error) {
	if limit == 0 {
		return defaultLimit, nil
	}
	if limit < 1 || limit > maxLimit {
		return 0, fault.Field("limit", "The limit must be a number from 1 to %d.", maxLimit)
	}
	return limit, nil
}
