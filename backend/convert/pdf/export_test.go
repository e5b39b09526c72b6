package pdf

import (
	"time"

	"lectern/backend/convert/schedule"
)

// GiveWayAfter has requests that begin from now on give way after that time.
func (p *Reader) GiveWayAfter(after time.Duration) {
	for _, s := range []*schedule.Scheduler{p.unknown, p.known} {
		s.SetQuantum(after)
	}
}
