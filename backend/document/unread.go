package document

import (
	"slices"
)

// UnreadReason is why the text of a page was not read, or not completely.
type UnreadReason string

// The reasons why the text of a page was not read, as they are stored.
const (
	UnreadSlow    UnreadReason = "slow"    // it exceeded the time limit of a page
	UnreadBroken  UnreadReason = "broken"  // it cannot be read
	UnreadSkipped UnreadReason = "skipped" // earlier pages have used up the time
	ReadFaulty    UnreadReason = "faulty"  // it was read, but its content has errors
)

// UnreadPages are consecutive pages whose text was not read, or not completely.
type UnreadPages struct {
	First int          `json:"first"`
	Last  int          `json:"last"`
	Why   UnreadReason `json:"why"`
}

func (u UnreadPages) Count() int { return u.Last - u.First + 1 }

// CountUnread returns how many pages of the ranges were not read at all.
func CountUnread(rows []UnreadPages) int {
	return CountPages(slices.DeleteFunc(slices.Clone(rows), func(row UnreadPages) bool { return row.Why == ReadFaulty }))
}

// CountPages returns the number of pages in the ranges.
func CountPages(rows []UnreadPages) int {
	count := 0
	for _, row := range rows {
		count += row.Count()
	}
	return count
}

// maxUnreadRows is the maximum number of page ranges that are stored for a PDF. Of further pages only the number is
// stored.
const maxUnreadRows = 200

// JoinUnread returns the page ranges of both lists in order. Adjacent ranges with the same reason become one.
func JoinUnread(some, further []UnreadPages) []UnreadPages {
	for _, row := range further {
		some = AddUnread(some, row)
	}
	return some
}

// AddUnread is like JoinUnread for one range. It drops the range if there are already maxUnreadRows.
func AddUnread(rows []UnreadPages, row UnreadPages) []UnreadPages {
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
