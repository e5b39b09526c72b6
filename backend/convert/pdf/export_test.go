package pdf

import (
	"time"
)

// PreemptAfter makes turns last for the given time before they are preempted. It must be called before the first request.
func (r *Reader) PreemptAfter(after time.Duration) { r.scheduler = newScheduler(r.cfg, after) }
