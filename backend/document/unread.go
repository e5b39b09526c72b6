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
	First  int          `json:"first"`
	Last   int          `json:"last"`
	Reason UnreadReason `json:"why"`
}

func (u UnreadPages) Count() int { return u.Last - u.First + 1 }

// CountUnread returns how many pages of the ranges were not read at all.
func CountUnread(ranges []UnreadPages) int {
	return CountPages(slices.DeleteFunc(slices.Clone(ranges), func(row UnreadPages) bool { return row.Reason == ReadFaulty }))
}

// CountPages returns the number of pages in the ranges.
func CountPages(ranges []UnreadPages) int {
	count := 0
	for _, row := range ranges {
		count += row.Count()
	}
	return count
}

// maxUnreadRanges is the maximum number of page ranges that are stored for a PDF. Of further pages only the number is
// stored.
const maxUnreadRanges = 200

// JoinUnread returns the page ranges of both lists in order. Adjacent ranges with the same reason become one.
func JoinUnread(first, second []UnreadPages) []UnreadPages {
	for _, row := range second {
		first = AddUnread(first, row)
	}
	return first
}

// AddUnread is like JoinUnread for one range. It drops the range if there are already maxUnreadRanges.
func AddUnread(ranges []UnreadPages, added UnreadPages) []UnreadPages {
	last := len(ranges) - 1
	switch {
	case last >= 0 && ranges[last].Last == added.First-1 && ranges[last].Reason == added.Reason:
		ranges = slices.Clone(ranges)
		ranges[last].Last = added.Last
	case len(ranges) < maxUnreadRanges:
		ranges = append(ranges, added)
	}
	return ranges
}
