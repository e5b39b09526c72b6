package convert

import "sync"

// pdfSpare is a process that was started before its document is known.
type pdfSpare struct {
	mu      sync.Mutex
	process *pdfProcess
	closed  bool
}

// take is a process that has no document yet: the spare one where it lives.
func (p *PDF) take() (*pdfProcess, error) {
	if process := p.spare.take(); process != nil {
		return process, nil
	}
	return startPDFProcess(p.cfg, false)
}

// refill starts a spare process where there is none.
func (p *PDF) refill() {
	p.spare.mu.Lock()
	defer p.spare.mu.Unlock()
	if p.spare.closed || p.spare.process != nil {
		return
	}
	process, err := startPDFProcess(p.cfg, true)
	if err != nil {
		p.log.Error("no spare PDF process", "error", err) // the next document will say so, too
		return
	}
	p.spare.process = process
}

func (s *pdfSpare) take() *pdfProcess {
	s.mu.Lock()
	defer s.mu.Unlock()
	process := s.process
	s.process = nil
	if process == nil || process.alive() {
		return process
	}
	process.end()
	return nil
}

func (s *pdfSpare) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if s.process != nil {
		s.process.end()
		s.process = nil
	}
}
