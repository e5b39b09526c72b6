package pdf

import "sync"

// spareWorker contains a process that is started before its document is known.
type spareWorker struct {
	mu      sync.Mutex
	process *worker
	closed  bool
}

// startWorker returns a process without a document: the spare process if it is alive, else a new one.
func (p *pool) startWorker() (*worker, error) {
	if spare := p.spare.claim(); spare != nil {
		return spare, nil
	}
	return startWorker(p.cfg, false)
}

// refill starts a spare process if there is none.
func (p *pool) refill() {
	p.spare.mu.Lock()
	defer p.spare.mu.Unlock()
	if p.spare.closed || p.spare.process != nil {
		return
	}
	process, err := startWorker(p.cfg, true)
	if err != nil {
		p.log.Error("a spare process for PDFs could not be started", "error", err) // the next document will fail with the same error
		return
	}
	p.spare.process = process
}

// claim removes and returns the spare process, or returns nil if there is none or it has died.
func (s *spareWorker) claim() *worker {
	s.mu.Lock()
	defer s.mu.Unlock()
	process := s.process
	s.process = nil
	if process == nil || process.Alive() {
		return process
	}
	process.terminate()
	return nil
}

func (s *spareWorker) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if s.process != nil {
		s.process.terminate()
		s.process = nil
	}
}
