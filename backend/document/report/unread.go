package report

import (
	"slices"
	"strconv"

	"lectern/backend/document"
	"lectern/backend/sentence"
)

// unreadSentences returns sentences about pages of a PDF whose text was not read.
func unreadSentences(pdf *document.PDF) []sentence.Sentence {
	var sentences []sentence.Sentence
	for _, kind := range []struct {
		reason           document.UnreadReason
		singular, plural sentence.Sentence
	}{
		{document.UnreadSlow, sentence.New("page-unread-slow", "{pages} takes too long to read: its text cannot be searched, and "+
			"drawing it may also take too long."),
			sentence.New("pages-unread-slow", "{pages} take too long to read: their text cannot be searched, and drawing them "+
				"may also take too long.")},
		{document.UnreadBroken, sentence.New("page-unread", "{pages} could not be read: its text cannot be searched."),
			sentence.New("pages-unread", "{pages} could not be read: their text cannot be searched.")},
		{document.UnreadSkipped, sentence.New("page-skipped", "{pages} was not read because earlier pages took too long: its "+
			"text cannot be searched."),
			sentence.New("pages-skipped", "{pages} were not read because earlier pages took too long: their text cannot be "+
				"searched.")},
		{document.ReadFaulty, sentence.New("page-faulty", "{pages} has errors in its drawing instructions: parts of it may be "+
			"missing."),
			sentence.New("pages-faulty", "{pages} have errors in their drawing instructions: parts of them may be missing.")},
	} {
		rows := slices.DeleteFunc(slices.Clone(pdf.UnreadPages), func(row document.UnreadPages) bool { return row.Reason != kind.reason })
		switch document.CountPages(rows) {
		case 0:
		case 1:
			sentences = append(sentences, kind.singular.With("pages", describeRanges(rows)))
		default:
			sentences = append(sentences, kind.plural.With("pages", describeRanges(rows)))
		}
	}
	if pdf.Unread > document.CountUnread(pdf.UnreadPages) {
		sentences = append(sentences, sentence.New("text-unread", "The text of {part} of {count} pages could not be read and "+
			"cannot be searched.").
			With("part", pdf.Unread).With("count", pdf.Pages))
	}
	return sentences
}

// maxRangesNamed is the maximum number of page ranges that a sentence names.
const maxRangesNamed = 10

// describeRanges returns page ranges as the beginning of a sentence, such as “Page 3”.
func describeRanges(ranges []document.UnreadPages) sentence.Sentence {
	if document.CountPages(ranges) == 1 {
		return sentence.New("page", "Page {page}").With("page", ranges[0].First)
	}
	named := ranges[:min(len(ranges), maxRangesNamed)]
	names := make([]sentence.Sentence, len(named))
	for i, row := range named {
		names[i] = describeRange(row)
	}
	return sentence.New("pages", "Pages {pages}").With("pages", sentence.List(names, document.CountPages(ranges[len(named):])))
}

// describeRange returns a page range as a part of a sentence.
func describeRange(u document.UnreadPages) sentence.Sentence {
	if u.Count() == 1 {
		return sentence.Sentence{English: strconv.Itoa(u.First)}
	}
	return sentence.New("page-row", "{first} to {last}").With("first", u.First).With("last", u.Last)
}
