package document

import (
	"sync/atomic"
	"time"
)

// clockBack is by how much the time may lie before the last instant that was given, until
// the clock is taken to have been set back.
const clockBack = time.Minute

// instants gives the times at which documents are posted: a millisecond of its own for each,
// so that lists, which know no less, keep the order in which a server took them in.
type instants struct {
	last atomic.Int64 // in milliseconds since 1970
}

// take gives the time now, or directly after the last one that was given.
func (i *instants) take(now time.Time) time.Time {
	for {
		last := i.last.Load()
		next := now.UnixMilli()
		if last-next < clockBack.Milliseconds() {
			next = max(next, last+1)
		}
		if i.last.CompareAndSwap(last, next) {
			return time.UnixMilli(next)
		}
	}
}
