// Package instant tells the time in milliseconds, none of them twice.
package instant

import (
	"sync/atomic"
	"time"
)

// Sequence gives a millisecond of its own to each thing that a server makes, so that lists by time, in which records have
// no less, keep the order in which they were made. The zero value is ready; many may use it at once.
type Sequence struct {
	last atomic.Int64 // in milliseconds since 1970
}

// setBack is by how much the time may lie before the last instant that was given, until the machine's clock is taken
// to have been set back.
const setBack = time.Minute

// Take gives the time now, or directly after the last one that was given, in whole milliseconds.
func (s *Sequence) Take(now time.Time) time.Time {
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
