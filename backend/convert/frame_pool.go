package convert

import (
	"sync"
	"time"
)

// framePool keeps processes that are idle, so that not each document needs a new one.
type framePool struct {
	start    func() (*frameProcess, error)
	worn     func(*frameProcess) bool // says whether one is to be replaced
	most     int
	idleTime time.Duration

	mu     sync.Mutex
	idle   []*frameProcess
	stop   *time.Timer // ends the idle ones, when there was nothing to do for a while
	closed bool
}

// take gives an idle process that lives, or a new one.
func (p *framePool) take() (*frameProcess, error) {
	for {
		process, err := p.pop()
		if err != nil {
			return nil, err
		}
		if process == nil {
			return p.start()
		}
		if process.alive() {
			return process, nil
		}
	}
}

// pop takes one of the idle processes; nil where there is none.
func (p *framePool) pop() (*frameProcess, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	last := len(p.idle) - 1
	switch {
	case p.closed:
		return nil, ErrClosed
	case last < 0:
		return nil, nil
	}
	process := p.idle[last]
	p.idle = p.idle[:last]
	return process, nil
}

// put keeps a process for the next document, or ends it where there are enough, or it is worn.
func (p *framePool) put(process *frameProcess) {
	if !p.keep(process) {
		process.end()
	}
}

func (p *framePool) keep(process *frameProcess) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || p.worn(process) || len(p.idle) >= p.most {
		return false
	}
	p.idle = append(p.idle, process)
	if p.stop == nil {
		p.stop = time.AfterFunc(p.idleTime, p.endIdle)
	}
	p.stop.Reset(p.idleTime)
	return true
}

func (p *framePool) endIdle() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, process := range p.idle {
		process.end()
	}
	p.idle = nil
}

// close ends those that are idle; the others end with what they do.
func (p *framePool) close() {
	p.mu.Lock()
	p.closed = true
	if p.stop != nil {
		p.stop.Stop()
	}
	p.mu.Unlock()
	p.endIdle()
}
