package document

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"lectern/backend/convert"
	"lectern/backend/sentence"
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
func unreadSentences(pdf *PDF) []sentence.Sentence {
	var sentences []sentence.Sentence
	for _, kind := range []struct {
		why       UnreadReason
		one, more sentence.Sentence
	}{
		{UnreadSlow, sentence.New("page-unread-slow", "{pages} takes too long to be read: search does not find what is on it, and drawing it "+
			"may take too long, too."),
			sentence.New("pages-unread-slow", "{pages} take too long to be read: search does not find what is on them, and drawing them may take "+
				"too long, too.")},
		{UnreadBroken, sentence.New("page-unread", "{pages} could not be read: search does not find what is on it."),
			sentence.New("pages-unread", "{pages} could not be read: search does not find what is on them.")},
		{UnreadSkipped, sentence.New("page-skipped", "{pages} was not read, as those before it took too long: search does not find "+
			"what is on it."),
			sentence.New("pages-skipped", "{pages} were not read, as those before them took too long: search does not find what is on them.")},
		{ReadFaulty, sentence.New("page-faulty", "{pages} has mistakes in what draws it: parts of it may be missing."),
			sentence.New("pages-faulty", "{pages} have mistakes in what draws them: parts of them may be missing.")},
	} {
		rows := slices.DeleteFunc(slices.Clone(pdf.UnreadPages), func(row UnreadPages) bool { return row.Why != kind.why })
		switch countPages(rows) {
		case 0:
		case 1:
			sentences = append(sentences, kind.one.With("pages", pageRows(rows)))
		default:
			sentences = append(sentences, kind.more.With("pages", pageRows(rows)))
		}
	}
	if pdf.Unread > CountUnread(pdf.UnreadPages) {
		sentences = append(sentences, sentence.New("text-unread", "The text of {part} of {count} pages could not be read: search does not find "+
			"what is on them.").
			With("part", pdf.Unread).With("count", pdf.Pages))
	}
	return sentences
}

// maxRowsNamed is how many rows of pages a sentence names.
const maxRowsNamed = 10

// pageRows names the pages of some rows, as the beginning of a sentence.
func pageRows(rows []UnreadPages) sentence.Sentence {
	if countPages(rows) == 1 {
		return sentence.New("page", "Page {page}").With("page", rows[0].First)
	}
	named := rows[:min(len(rows), maxRowsNamed)]
	names := make([]sentence.Sentence, len(named))
	for i, row := range named {
		names[i] = row.name()
	}
	return sentence.New("pages", "Pages {pages}").With("pages", sentence.List(names, countPages(rows[len(named):])))
}

func (u UnreadPages) name() sentence.Sentence {
	if u.count() == 1 {
		return sentence.Sentence{English: strconv.Itoa(u.First)}
	}
	return sentence.New("page-row", "{first} to {last}").With("first", u.First).With("last", u.Last)
}
