package pdf

import (
	"time"
)

// PreemptAfter makes turns last for the given time before they are preempted. It must not be called while a request
// runs.
func (r *Reader) PreemptAfter(after time.Duration) { r.schedulers = newSchedulerPair(r.cfg, after) }

// CountWorking returns the number of processes that serve a request in the quick class, the scheduler's class for short
// requests.
func (r *Reader) CountWorking() int {
	r.pool.mu.Lock()
	defer r.pool.mu.Unlock()
	return r.pool.working
}

// CountCallers returns how many callers wait for the answers to requests under way.
func (r *Reader) CountCallers() (count int) {
	r.flights.mu.Lock()
	defer r.flights.mu.Unlock()
	for _, joined := range r.flights.flights {
		count += joined.callers
	}
	return count
}
