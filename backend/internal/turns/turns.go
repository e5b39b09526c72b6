// Package turns limits concurrent work: in all, and for each holder, so that no holder takes all turns.
package turns

import (
	"context"
	"errors"
	"sync"
	"time"
)

// ErrBusy means that no turn was free within [Config.Patience], or that too many callers wait already.
var ErrBusy = errors.New("too many operations at the same time")

// Config contains the limits of concurrent work.
type Config struct {
	Own      int           // turns of one holder
	Waiting  int           // waiting calls of one holder
	All      int           // turns of all holders; 0 for no limit
	Patience time.Duration // longest wait for a turn

	// Work that takes longer than Long no longer counts against Own, for at most Slow pieces of work of one holder. If
	// both are 0, all work counts until its end.
	Long time.Duration
	Slow int
}

// Turns grants turns to holders.
type Turns struct {
	limits Config
	all    chan struct{} // has one element for each turn that is in use; nil if the number is unlimited

	mu      sync.Mutex
	holders map[string]*holder
}

// holder counts the turns of one holder.
type holder struct {
	running chan struct{} // has one element for each turn that is in use and counts
	slow    chan struct{} // has one for each that has lasted long
	here    int           // number of calls that have a turn or wait for one
}

// New returns turns with limits.
func New(limits Config) *Turns {
	t := &Turns{limits: limits, holders: make(map[string]*holder)}
	if limits.All > 0 {
		t.all = make(chan struct{}, limits.All)
	}
	return t
}

// Take waits for a turn of a holder, and returns the function that ends it. An empty name has no limit of its own. The
// error is [ErrBusy], or that of ctx.
func (t *Turns) Take(ctx context.Context, name string) (release func(), err error) {
	limited, cancel := context.WithTimeout(ctx, t.limits.Patience)
	defer cancel()
	leave, err := t.enter(limited, name)
	if t.all == nil && err == nil {
		return leave, nil
	}
	if err == nil {
		err = occupy(limited, t.all)
	}
	if err != nil {
		leave()
		if ctx.Err() != nil {
			err = ctx.Err() // the caller has stopped waiting
		}
		return nil, err
	}
	return func() { <-t.all; leave() }, nil
}

// enter waits for a turn within the limit of a holder. The caller must call leave in any case.
func (t *Turns) enter(ctx context.Context, name string) (leave func(), err error) {
	if name == "" {
		return func() {}, nil
	}
	own := t.join(name)
	if own == nil {
		return func() {}, ErrBusy
	}
	if err := occupy(ctx, own.running); err != nil {
		return func() { t.part(name) }, err
	}
	end := t.count(own)
	return func() { end(); t.part(name) }, nil
}

// count counts a running turn, which becomes a slow one after some time.
func (t *Turns) count(own *holder) (end func()) {
	if t.limits.Slow == 0 {
		return func() { <-own.running }
	}
	moved := make(chan bool, 1)
	timer := time.AfterFunc(t.limits.Long, func() { moved <- own.slowDown() })
	return func() {
		if !timer.Stop() && <-moved {
			<-own.slow
			return
		}
		<-own.running
	}
}

// slowDown counts a running turn as a slow one, and reports whether the limit allows that.
func (own *holder) slowDown() bool {
	select {
	case own.slow <- struct{}{}:
		<-own.running
		return true
	default:
		return false
	}
}

// join counts a call of a holder. It returns nil if there are too many.
func (t *Turns) join(name string) *holder {
	t.mu.Lock()
	defer t.mu.Unlock()
	own := t.holders[name]
	if own == nil {
		own = &holder{running: make(chan struct{}, t.limits.Own), slow: make(chan struct{}, t.limits.Slow)}
		t.holders[name] = own
	}
	if own.here == t.limits.Own+t.limits.Slow+t.limits.Waiting {
		return nil
	}
	own.here++
	return own
}

func (t *Turns) part(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	own := t.holders[name]
	if own.here--; own.here == 0 {
		delete(t.holders, name)
	}
}

// occupy adds an element to a channel as soon as there is room.
func occupy(ctx context.Context, turns chan<- struct{}) error {
	select {
	case turns <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ErrBusy
	}
}
