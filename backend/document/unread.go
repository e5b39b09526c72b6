package document

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"lectern/backend/convert"
)

// UnreadReason says why the text of a page was not read, or not all of it.
type UnreadReason string

// The reasons, by which they are stored.
const (
	UnreadSlow    UnreadReason = "slow"    // it takes longer than a page may
	UnreadBroken  UnreadReason = "broken"  // it cannot be read, in any time
	UnreadSkipped UnreadReason = "skipped" // those before it took all the time there is
	ReadFaulty    UnreadReason = "faulty"  // it was read, but for mistakes in what draws it
)

// UnreadPages are pages in a row of which the text was not read, or not all.
type UnreadPages struct {
	First int          `json:"first"`
	Last  int          `json:"last"`
	Why   UnreadReason `json:"why"`
}

func (u UnreadPages) count() int { return u.Last - u.First + 1 }

// CountUnread is how many pages of some rows were not read at all.
func CountUnread(rows []UnreadPages) int {
	return countPages(slices.DeleteFunc(slices.Clone(rows), func(row UnreadPages) bool { return row.Why == ReadFaulty }))
}

func countPages(rows []UnreadPages) int {
	count := 0
	for _, row := range rows {
		count += row.count()
	}
	return count
}

// maxUnreadRows is how many rows of pages are kept of a PDF: those beyond are told by
// their number alone.
const maxUnreadRows = 200

// JoinUnread adds rows of pages behind others.
func JoinUnread(some, behind []UnreadPages) []UnreadPages {
	for _, row := range behind {
		some = joinUnread(some, row)
	}
	return some
}

func joinUnread(rows []UnreadPages, row UnreadPages) []UnreadPages {
	last := len(rows) - 1
	switch {
	case last >= 0 && rows[last].Last == row.First-1 && rows[last].Why == row.Why:
		rows = slices.Clone(rows)
		rows[last].Last = row.Last
	case len(rows) < maxUnreadRows:
		rows = append(rows, row)
	}
	return rows
}

// unreadBecause gives the reason of an error with which the reading of a page ended.
func unreadBecause(err error) UnreadReason {
	cause, ok := errors.AsType[*convert.Error](err)
	if errors.Is(err, context.DeadlineExceeded) || ok && cause.Reason == convert.ReasonTimeout {
		return UnreadSlow
	}
	return UnreadBroken
}

// unreadSentences tell a person of the pages of a PDF of which the text was not read.
func unreadSentences(pdf *PDF) []string {
	var sentences []string
	for _, kind := range []struct {
		why       UnreadReason
		one, more string
	}{
		{UnreadSlow, "%s takes too long to be read: search does not find what is on it, and drawing it may take too long, too.",
			"%s take too long to be read: search does not find what is on them, and drawing them may take too long, too."},
		{UnreadBroken, "%s could not be read: search does not find what is on it.", "%s could not be read: search does not find what is on them."},
		{UnreadSkipped, "%s was not read, as those before it took too long: search does not find what is on it.",
			"%s were not read, as those before them took too long: search does not find what is on them."},
		{ReadFaulty, "%s has mistakes in what draws it: parts of it may be missing.", "%s have mistakes in what draws them: parts of them may be missing."},
	} {
		rows := slices.DeleteFunc(slices.Clone(pdf.UnreadPages), func(row UnreadPages) bool { return row.Why != kind.why })
		switch countPages(rows) {
		case 0:
		case 1:
			sentences = append(sentences, fmt.Sprintf(kind.one, pageRows(rows)))
		default:
			sentences = append(sentences, fmt.Sprintf(kind.more, pageRows(rows)))
		}
	}
	if pdf.Unread > CountUnread(pdf.UnreadPages) {
		sentences = append(sentences, fmt.Sprintf("The text of %d of %d pages could not be read: search does not find what is on them.", pdf.Unread, pdf.Pages))
	}
	return sentences
}

// maxRowsNamed is how many rows of pages a sentence names.
const maxRowsNamed = 10

// pageRows names the pages of some rows, as the beginning of a sentence.
func pageRows(rows []UnreadPages) string {
	if countPages(rows) == 1 {
		return fmt.Sprintf("Page %d", rows[0].First)
	}
	var names []string
	for _, row := range rows[:min(len(rows), maxRowsNamed)] {
		names = append(names, row.name())
	}
	if len(rows) > maxRowsNamed {
		return fmt.Sprintf("Pages %s and %d more", strings.Join(names, ", "), countPages(rows[maxRowsNamed:]))
	}
	last := len(names) - 1
	if last == 0 {
		return "Pages " + names[0]
	}
	return "Pages " + strings.Join(names[:last], ", ") + " and " + names[last]
}

func (u UnreadPages) name() string {
	if u.count() == 1 {
		return fmt.Sprint(u.First)
	}
	return fmt.Sprintf("%d to %d", u.First, u.Last)
}
