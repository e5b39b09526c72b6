package pdf

import (
	"time"
)

// PreemptAfter makes turns that begin from now on last for the given time before they are preempted.
func (r *Reader) PreemptAfter(after time.Duration) {
	r.scheduler.unknown.SetQuantum(after)
	r.scheduler.known.SetQuantum(after)
}
