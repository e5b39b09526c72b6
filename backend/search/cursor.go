package search

import (
	"fmt"

	"lectern/backend/fault"
)

// cursor is a place in the documents that a query finds.
type cursor struct {
	before    int64 // the window's PDFs have numbers below
	pdfs      int   // of it that are passed
	documents int   // of the next PDF that are passed
}

const cursorForm = "%d-%d-%d"

// String gives the cursor as callers get it.
func (c cursor) String() string { return fmt.Sprintf(cursorForm, c.before, c.pdfs, c.documents) }

// parseCursor reads a cursor; "" is that of the first answer.
func parseCursor(text string) (c cursor, err error) {
	if text == "" {
		return newest(), nil
	}
	_, err = fmt.Sscanf(text, cursorForm, &c.before, &c.pdfs, &c.documents)
	if err != nil || c.String() != text || c.before < 0 || c.pdfs < 0 || c.documents < 0 {
		return c, fault.Field("after", "The place to go on from is the 'next' of the answer before, as it stands.")
	}
	return c, nil
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
