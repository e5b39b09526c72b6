package process

import (
	"sync"
	"time"

	"lectern/backend/convert"
)

// Pool keeps idle workers, so that documents can share them. It is safe for concurrent use.
type Pool struct {
	Start    func() (*Worker, error)
	IsWorn   func(*Worker) bool // reports whether a worker must be replaced
	MaxIdle  int
	IdleTime time.Duration

	mu     sync.Mutex
	idle   []*Worker
	stop   *time.Timer // stops idle workers after IdleTime
	closed bool
}

// Get returns an idle worker that is alive, or a new one. The caller must pass the worker to Put, or stop it. After
// Close, Get returns [convert.ErrClosed].
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

// popIdle removes and returns an idle worker, or nil if there is none.
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

// Put keeps a worker for the next document. It stops the worker instead if the worker must be replaced (IsWorn), if
// there are enough idle workers, or after Close.
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

// Close stops the idle workers. A busy worker is stopped when it is passed to Put.
func (p *Pool) Close() {
	p.mu.Lock()
	p.closed = true
	if p.stop != nil {
		p.stop.Stop()
	}
	p.mu.Unlock()
	p.stopIdle()
}
