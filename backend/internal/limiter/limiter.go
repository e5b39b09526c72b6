// Package limiter limits the number of concurrent operations. There is a limit for all operations, and a limit for each
// holder, so that one holder cannot use all slots. A holder is a name, such as the id of a session.
package limiter

import (
	"context"
	"errors"
	"sync"
	"time"
)

// ErrBusy means that no slot became free within [Config.MaxWait], or that too many callers are waiting already.
var ErrBusy = errors.New("too many operations at the same time")

// Config contains the limits of concurrent operations.
type Config struct {
	PerHolder int           // maximum number of running operations of one holder
	Waiting   int           // maximum number of waiting calls of one holder
	Total     int           // maximum number of running operations of all holders; 0 for no limit
	MaxWait   time.Duration // longest wait for a slot

	// An operation that takes longer than SlowAfter counts against SlowPerHolder from then on, and no longer against
	// PerHolder. If both fields are 0, every operation counts against PerHolder until its end.
	SlowAfter     time.Duration
	SlowPerHolder int
}

// Limiter assigns slots for operations to holders. It may be used concurrently.
type Limiter struct {
	limits Config
	total  chan struct{} // has one element for each slot in use; nil for no limit

	mu      sync.Mutex
	holders map[string]*holder
}

// holder counts the slots of one holder.
type holder struct {
	running chan struct{} // has one element for each slot in use that is not slow
	slow    chan struct{} // has one element for each slow slot in use
	calls   int           // number of calls that have a slot or wait for a slot
}

// New returns a limiter.
func New(limits Config) *Limiter {
	l := &Limiter{limits: limits, holders: make(map[string]*holder)}
	if limits.Total > 0 {
		l.total = make(chan struct{}, limits.Total)
	}
	return l
}

// Acquire waits until the holder with the given name gets a slot, and returns the function that frees the slot. The
// limits per holder do not apply to an empty name. The error is [ErrBusy], or the error of ctx.
func (l *Limiter) Acquire(ctx context.Context, name string) (release func(), err error) {
	limited, cancel := context.WithTimeout(ctx, l.limits.MaxWait)
	defer cancel()
	leave, err := l.acquireForHolder(limited, name)
	if l.total == nil && err == nil {
		return leave, nil
	}
	if err == nil {
		err = occupy(limited, l.total)
	}
	if err != nil {
		leave()
		if ctx.Err() != nil {
			err = ctx.Err() // the caller's context has ended
		}
		return nil, err
	}
	return func() { <-l.total; leave() }, nil
}

// acquireForHolder waits for a slot within the limits of one holder. The caller must call leave, even after an error.
func (l *Limiter) acquireForHolder(ctx context.Context, name string) (leave func(), err error) {
	if name == "" {
		return func() {}, nil
	}
	h := l.addCall(name)
	if h == nil {
		return func() {}, ErrBusy
	}
	if err := occupy(ctx, h.running); err != nil {
		return func() { l.removeCall(name) }, err
	}
	end := l.countRunning(h)
	return func() { end(); l.removeCall(name) }, nil
}

// countRunning starts a timer. When the timer expires, the slot counts as slow. The slot already occupies h.running.
func (l *Limiter) countRunning(h *holder) (end func()) {
	if l.limits.SlowPerHolder == 0 {
		return func() { <-h.running }
	}
	moved := make(chan bool, 1)
	timer := time.AfterFunc(l.limits.SlowAfter, func() { moved <- h.countAsSlow() })
	return func() {
		if !timer.Stop() && <-moved {
			<-h.slow
			return
		}
		<-h.running
	}
}

// countAsSlow makes a slot count as slow. It returns false if the maximum number of slow slots is reached.
func (h *holder) countAsSlow() bool {
	select {
	case h.slow <- struct{}{}:
		<-h.running
		return true
	default:
		return false
	}
}

// addCall counts a call of [Limiter.Acquire] for a holder. It returns nil if the holder has too many calls.
func (l *Limiter) addCall(name string) *holder {
	l.mu.Lock()
	defer l.mu.Unlock()
	h := l.holders[name]
	if h == nil {
		h = &holder{running: make(chan struct{}, l.limits.PerHolder), slow: make(chan struct{}, l.limits.SlowPerHolder)}
		l.holders[name] = h
	}
	if h.calls == l.limits.PerHolder+l.limits.SlowPerHolder+l.limits.Waiting {
		return nil
	}
	h.calls++
	return h
}

// removeCall stops counting a call. If it was the last call of the holder, the holder is removed.
func (l *Limiter) removeCall(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	h := l.holders[name]
	if h.calls--; h.calls == 0 {
		delete(l.holders, name)
	}
}

// occupy adds an element to a channel. If the channel is full, occupy waits until there is room.
func occupy(ctx context.Context, slots chan<- struct{}) error {
	select {
	case slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ErrBusy
	}
}
