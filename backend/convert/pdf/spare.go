package pdf

import "sync"

// pdfSpare is a process that was started before its document is known.
type spareWorker struct {
	mu      sync.Mutex
	process *worker
	closed  bool
}

// take is a process that has no document yet: the spare one where it lives.
func (p *Reader) take() (*worker, error) {
	if process := p.spare.take(); process != nil {
		return process, nil
	}
	return startWorker(p.cfg, false)
}

// refill starts a spare process where there is none.
func (p *Reader) refill() {
	p.spare.mu.Lock()
	defer p.spare.mu.Unlock()
	if p.spare.closed || p.spare.process != nil {
		return
	}
	process, err := startWorker(p.cfg, true)
	if err != nil {
		p.log.Error("no spare PDF process", "error", err) // the next document will say so, too
		return
	}
	p.spare.process = process
}

func (s *spareWorker) take() *worker {
	s.mu.Lock()
	defer s.mu.Unlock()
	process := s.process
	s.process = nil
	if process == nil || process.Alive() {
		return process
	}
	process.end()
	return nil
}

func (s *spareWorker) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if s.process != nil {
		s.process.end()
		s.process = nil
	}
}
