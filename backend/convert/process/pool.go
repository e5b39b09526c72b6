package process

import (
	"sync"
	"time"

	"lectern/backend/convert"
)

// framePool keeps processes that are idle, so that not each document needs a new one.
type Pool struct {
	Start    func() (*Worker, error)
	IsWorn   func(*Worker) bool // says whether one is to be replaced
	MaxIdle  int
	IdleTime time.Duration

	mu     sync.Mutex
	idle   []*Worker
	stop   *time.Timer // ends the idle ones, when there was nothing to do for a while
	closed bool
}

// take gives an idle process that lives, or a new one.
func (p *Pool) Get() (*Worker, error) {
	for {
		process, err := p.popIdle()
		if err != nil {
			return nil, err
		}
		if process == nil {
			return p.Start()
		}
		if process.Alive() {
			return process, nil
		}
	}
}

// pop takes one of the idle processes; nil where there is none.
func (p *Pool) popIdle() (*Worker, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	last := len(p.idle) - 1
	switch {
	case p.closed:
		return nil, convert.ErrClosed
	case last < 0:
		return nil, nil
	}
	process := p.idle[last]
	p.idle = p.idle[:last]
	return process, nil
}

// put keeps a process for the next document, or ends it where there are enough, or it is worn.
func (p *Pool) Put(process *Worker) {
	if !p.keep(process) {
		process.Stop()
	}
}

func (p *Pool) keep(process *Worker) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || p.IsWorn(process) || len(p.idle) >= p.MaxIdle {
		return false
	}
	p.idle = append(p.idle, process)
	if p.stop == nil {
		p.stop = time.AfterFunc(p.IdleTime, p.stopIdle)
	}
	p.stop.Reset(p.IdleTime)
	return true
}

func (p *Pool) stopIdle() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, process := range p.idle {
		process.Stop()
	}
	p.idle = nil
}

// close ends those that are idle; the others end with what they do.
func (p *Pool) Close() {
	p.mu.Lock()
	p.closed = true
	if p.stop != nil {
		p.stop.Stop()
	}
	p.mu.Unlock()
	p.stopIdle()
}
