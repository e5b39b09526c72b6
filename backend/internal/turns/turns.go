// Package turns limits the work that is done at once: for each of those who ask for it, so that none takes the turns of
// others, and in all.
package turns

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Patience is how long work waits for its turn.
const Patience = 2 * time.Second

// ErrBusy says that there is no turn within [Patience], or that too many wait already.
var ErrBusy = errors.New("too much is being done at once")

// Limits are how much is done at once.
type Limits struct {
	Own     int // of one holder
	Waiting int // of one holder, beside it
	All     int // of all holders
}

// Turns hands out turns to holders.
type Turns struct {
	limits Limits
	all    chan struct{} // has one element for each turn that is taken

	mu      sync.Mutex
	holders map[string]*holder
}

// holder is one of those who take turns.
type holder struct {
	running chan struct{} // has one element for each turn that is taken
	here    int           // turns that are taken or waited for
}

// New returns turns with such limits.
func New(limits Limits) *Turns {
	return &Turns{limits: limits, all: make(chan struct{}, limits.All), holders: make(map[string]*holder)}
}

// Take waits for a turn of a holder, and returns what ends it. An empty name has no limit of its own. The error is
// [ErrBusy], or that of ctx.
func (t *Turns) Take(ctx context.Context, name string) (release func(), err error) {
	limited, cancel := context.WithTimeout(ctx, Patience)
	defer cancel()
	leave, err := t.enter(limited, name)
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
	return func() { <-own.running; t.part(name) }, nil
}

// join counts a turn of a holder. It returns nil where there are too many.
func (t *Turns) join(name string) *holder {
	t.mu.Lock()
	defer t.mu.Unlock()
	own := t.holders[name]
	if own == nil {
		own = &holder{running: make(chan struct{}, t.limits.Own)}
		t.holders[name] = own
	}
	if own.here == t.limits.Own+t.limits.Waiting {
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
