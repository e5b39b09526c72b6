package pdf

import (
	"container/list"
	"time"
)

// slot is a place for one process of a document. It serves one request after another; a process that dies is replaced.
type slot struct {
	pool     *pool
	document *openDocument // nil for a slot that serves a single operation
	info     []byte        // the answer to wire.PDFOpen; only for the holder of the slot
	reader   string        // the reader whose request it serves or has served last; guarded by pool.mu

	// Guarded by pool.mu. The holder of the slot reads worker without the lock while it works.
	worker  *worker       // nil if there is none
	resting *list.Element // in pool.resting while the process serves no request
	since   time.Time     // when its work in the quick class began; zero if it does none
	slowed  bool          // its process has a lower priority
	long    bool          // it works in the long class, or waits for it
	free    bool          // it is in the document's free channel
}

// expectLong sets whether a slot that waits for a turn will get one in the long class.
func (s *slot) expectLong(long bool) {
	s.pool.mu.Lock()
	defer s.pool.mu.Unlock()
	s.long = long
}

// begin starts work in the quick class or the long one. If there are too many processes, resting ones end before.
func (s *slot) begin(long bool) {
	for _, evicted := range s.pool.makeRoom(s, long) {
		evicted.terminate()
	}
}

// slowDown lowers the priority of a slot at work.
func (s *slot) slowDown() {
	s.pool.mu.Lock()
	defer s.pool.mu.Unlock()
	s.slowed = true
	if s.worker != nil {
		s.worker.lowerPriority()
	}
}

// moveToLong moves a slot at work to the long class.
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

// finish ends work. A preempted slot waits for the long class next. The process is kept if it can serve further requests: not
// if its priority was lowered, as that cannot be raised again.
func (s *slot) finish(preempted bool) {
	// The holder of the slot may read its process without the lock. A process stays in its slot until it has ended.
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
	s.since, s.long = time.Time{}, preempted
	if keep {
		s.resting = s.pool.resting.PushBack(s)
	} else {
		s.worker = nil
	}
}

func (s *slot) isSlowed() bool {
	s.pool.mu.Lock()
	defer s.pool.mu.Unlock()
	return s.slowed
}
