package pdf

import (
	"time"
)

// PreemptAfter sets the quantum of turns that begin from now on.
func (r *Reader) PreemptAfter(after time.Duration) {
	r.scheduler.unknown.SetQuantum(after)
	r.scheduler.known.SetQuantum(after)
}
