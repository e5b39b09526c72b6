package report_test

import (
	"slices"
	"strings"
	"testing"

	"lectern/backend/document"
	"lectern/backend/document/report"
)

// pagesUnread returns ranges of pages that were not read for the same reason. The argument ends contains the first and
// the last page of each range.
func pagesUnread(why document.UnreadReason, ends ...int) (rows []document.UnreadPages) {
	for i := 0; i < len(ends); i += 2 {
		rows = append(rows, document.UnreadPages{First: ends[i], Last: ends[i+1], Reason: why})
	}
	return rows
}

func TestUnreadPagesInWords(t *testing.T) {
	broken := func(ends ...int) []document.UnreadPages { return pagesUnread(document.UnreadBroken, ends...) }
	var many []int
	for page := range 12 {
		many = append(many, 3*page+1, 3*page+2)
	}
	for _, test := range []struct {
		rows []document.UnreadPages
		all  int // total number of unread pages if it exceeds those in rows
		want []string
	}{
		{want: nil},
		{rows: broken(7, 7), want: []string{"Page 7 could not be read: its text cannot be searched."}},
		{rows: broken(7, 9), want: []string{"Pages 7 to 9 could not be read: their text cannot be searched."}},
		{rows: broken(2, 2, 5, 6, 9, 9), want: []string{"Pages 2, 5 to 6 and 9 could not be read: their text cannot be searched."}},
		{rows: broken(many...), want: []string{"Pages 1 to 2, 4 to 5, 7 to 8, 10 to 11, 13 to 14, 16 to 17, 19 to 20, 22 to 23, 25 to 26, 28 " +
			"to 29 and 4 more" +
			" could not be read: their text cannot be searched."}},
		{rows: pagesUnread(document.UnreadSkipped, 99, 99),
			want: []string{"Page 99 was not read because earlier pages took too long: its text cannot be searched."}},
		{rows: pagesUnread(document.ReadFaulty, 5, 5),
			want: []string{"Page 5 has errors in its drawing instructions: parts of it may be missing."}},
		{rows: pagesUnread(document.ReadFaulty, 5, 5, 7, 7), all: 3, want: []string{
			"Pages 5 and 7 have errors in their drawing instructions: parts of them may be missing.",
			"The text of 3 of 99 pages could not be read and cannot be searched."}},
		{all: 3, want: []string{"The text of 3 of 99 pages could not be read and cannot be searched."}},
	} {
		pdf := document.PDF{Pages: 99, UnreadPages: test.rows, Unread: max(test.all, document.CountUnread(test.rows))}
		if got := report.UnreadSentences(&pdf); !slices.Equal(got, test.want) {
			t.Errorf("got  %s\nwant %s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
		}
	}
}

// Adjacent ranges with the same reason are joined, and the number of ranges is limited.
func TestUnreadPagesAreJoined(t *testing.T) {
	slow, broken := document.UnreadSlow, document.UnreadBroken
	got := document.JoinUnread(pagesUnread(slow, 1, 2), slices.Concat(pagesUnread(slow, 3, 3), pagesUnread(broken, 4, 4, 6, 6),
		pagesUnread(slow, 7, 9)))
	if want := slices.Concat(pagesUnread(slow, 1, 3), pagesUnread(broken, 4, 4, 6, 6), pagesUnread(slow, 7, 9)); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	var rows []document.UnreadPages
	for page := range 10_000 {
		rows = document.JoinUnread(rows, pagesUnread(slow, 2*page+1, 2*page+1))
	}
	if len(rows) != 200 {
		t.Errorf("%d rows are kept", len(rows))
	}
}
