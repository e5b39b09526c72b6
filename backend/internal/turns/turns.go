// Package turns limits the work that is done at once: for each of those who ask for it, so that none takes the turns of
// others, and in all.
package turns

import (
	"context"
	"errors"
	"sync"
	"time"
)

// ErrBusy says that there is no turn within [Limits.Patience], or that too many wait already.
var ErrBusy = errors.New("too much is being done at once")

// Limits are how much is done at once.
type Limits struct {
	Own      int           // of one holder
	Waiting  int           // of one holder, beside it
	All      int           // of all holders; 0 for any number
	Patience time.Duration // how long work waits for its turn

	// What takes longer than Long no longer counts against Own, for up to Slow pieces of work of one holder. They are 0
	// where all work counts until its end.
	Long time.Duration
	Slow int
}

// Turns hands out turns to holders.
type Turns struct {
	limits Limits
	all    chan struct{} // has one element for each turn that is taken; nil where any number is

	mu      sync.Mutex
	holders map[string]*holder
}

// holder is one of those who take turns.
type holder struct {
	running chan struct{} // has one element for each turn that is taken and counts
	slow    chan struct{} // has one for each that has lasted long
	here    int           // turns that are taken or waited for
}

// New returns turns with such limits.
func New(limits Limits) *Turns {
	t := &Turns{limits: limits, holders: make(map[string]*holder)}
	if limits.All > 0 {
		t.all = make(chan struct{}, limits.All)
	}
	return t
}

// Take waits for a turn of a holder, and returns what ends it. An empty name has no limit of its own. The error is
// [ErrBusy], or that of ctx.
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
			err = ctx.Err() // nobody waits for the answer any more
		}
		return nil, err
	}
	return func() { <-t.all; leave() }, nil
}

// enter waits for a turn of a holder's own. Leave is to be called in any case.
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

// count counts a turn that was taken: as one that runs, and as a slow one when it has lasted long.
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

// slowDown counts a turn that runs as a slow one, and reports whether there is room for that.
func (own *holder) slowDown() bool {
	select {
	case own.slow <- struct{}{}:
		<-own.running
		return true
	default:
		return false
	}
}

// join counts a turn of a holder. It returns nil where there are too many.
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
