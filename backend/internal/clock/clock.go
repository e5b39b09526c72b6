// Package clock returns times in milliseconds, each of them at most once.
package clock

import (
	"sync/atomic"
	"time"
)

// Sequence returns a different millisecond for each record that a server creates. So lists by time, which have whole
// milliseconds, keep the order of creation. The zero value is ready to use; it may be used concurrently.
type Sequence struct {
	last atomic.Int64 // in milliseconds since 1970
}

// setBack is the least difference by which the time must be before the last result for the machine's clock to count as
// set back.
const setBack = time.Minute

// Next returns now in whole milliseconds, or one millisecond after the last result if now is not later. If the
// machine's clock was set back, it follows the clock.
func (s *Sequence) Next(now time.Time) time.Time {
	for {
		last := s.last.Load()
		next := now.UnixMilli()
		if last-next < setBack.Milliseconds() {
			next = max(next, last+1)
		}
		if s.last.CompareAndSwap(last, next) {
			return time.UnixMilli(next).UTC()
		}
	}
}
