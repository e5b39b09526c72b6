// Package clock has functions for times of records, which are in milliseconds.
package clock

import (
	"sync/atomic"
	"time"
)

// Sequence assigns a different millisecond to each record that a server creates. Lists that are sorted by these times
// therefore show records in the order of their creation. The zero value is ready to use; it may be used concurrently.
type Sequence struct {
	last atomic.Int64 // in milliseconds since 1970
}

// minSetBack is how much earlier than the last result a time must be to show that the clock was set back. Smaller
// differences are expected when many records are created at the same time.
const minSetBack = time.Minute

// Next returns the argument now in whole milliseconds. If this is not later than the last result, Next returns one
// millisecond after the last result. If the machine's clock was set back, Next returns the new time of the clock.
func (s *Sequence) Next(now time.Time) time.Time {
	for {
		last := s.last.Load()
		next := now.UnixMilli()
		if last-next < minSetBack.Milliseconds() {
			next = max(next, last+1)
		}
		if s.last.CompareAndSwap(last, next) {
			return time.UnixMilli(next).UTC()
		}
	}
}
