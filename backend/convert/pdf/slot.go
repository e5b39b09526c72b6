package pdf

import (
	"container/list"
	"time"
)

// slot is a place for one process of a document. The process serves one request after another, and is replaced if it
// dies.
type slot struct {
	pool     *pool
	document *openDocument // nil for a slot that serves a single operation
	info     []byte        // the answer to wire.PDFOpen; only accessed by the holder of the slot
	reader   string        // the reader of its current or last request; guarded by pool.mu

	// Guarded by pool.mu. The holder of the slot may read worker without the lock while it serves a request.
	worker     *worker       // nil if there is none
	resting    *list.Element // element of pool.resting while the process serves no request
	quickSince time.Time     // when the current request in the quick class began; zero if there is none
	slowed     bool          // the priority of its process was lowered
	long       bool          // its request is in the long class, or waits for a turn in that class
	free       bool          // it is in the document's free channel
}

// expectLong sets whether the slot waits for a turn in the long class.
func (s *slot) expectLong(long bool) {
	s.pool.mu.Lock()
	defer s.pool.mu.Unlock()
	s.long = long
}

// begin registers that the slot serves a request, in the long class if long is set. If there are too many processes, it
// first ends resting processes.
func (s *slot) begin(long bool) {
	for _, evicted := range s.pool.beginRequest(s, long) {
		evicted.terminate()
	}
}

// slowDown lowers the priority of the process of a slot that serves a request.
func (s *slot) slowDown() {
	s.pool.mu.Lock()
	defer s.pool.mu.Unlock()
	s.slowed = true
	if s.worker != nil {
		s.worker.lowerPriority()
	}
}

// moveToLong moves the request of a slot to the long class.
func (s *slot) moveToLong() {
	s.pool.mu.Lock()
	defer s.pool.mu.Unlock()
	s.long = true
	s.pool.working--
}

// setWorker sets a new process of the slot.
func (s *slot) setWorker(started *worker) {
	s.pool.mu.Lock()
	defer s.pool.mu.Unlock()
	if s.worker = started; s.slowed {
		started.lowerPriority()
	}
}

// finish registers that the request has ended. After a preemption, the slot waits for a turn in the long class. The
// process is kept only if it can serve further requests. A process with a lowered priority is not kept, because the
// priority cannot be raised again.
func (s *slot) finish(preempted bool) {
	// Reading worker without the lock is safe for the holder of the slot, and nobody else removes a process from a slot
	// that is held.
	used := s.worker
	keep := !preempted && used != nil && used.Alive() && !used.worn && !s.isSlowed()
	if used != nil && !keep {
		used.terminate()
	}
	s.pool.mu.Lock()
	defer s.pool.mu.Unlock()
	if !s.long {
		s.pool.working--
	}
	s.quickSince, s.long = time.Time{}, preempted
	if !keep {
		s.worker = nil
		return
	}
	s.resting = s.pool.resting.PushBack(s)
	// If the request was in the long class, the process was not counted until now, so there may be too many processes.
	for _, evicted := range s.pool.evictExcess() {
		s.pool.work.Go(evicted.terminate)
	}
}

func (s *slot) isSlowed() bool {
	s.pool.mu.Lock()
	defer s.pool.mu.Unlock()
	return s.slowed
}
