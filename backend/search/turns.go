package search

import (
	"context"
	"runtime"
	"sync"
	"time"

	"lectern/backend/fault"
	"lectern/backend/sentence"
)

// The searches that run at once, and how long one waits for its turn.
const (
	runningOfOne = 2 // of one holder
	waitingOfOne = 8
	leastRunning = 4 // of all
	turnPatience = 2 * time.Second
)

// turns limits the searches that run at once: of each holder, so that none takes the turns of others, and of all.
type turns struct {
	all chan struct{} // has one element for each search that runs

	mu      sync.Mutex
	holders map[string]*holderTurns
}

// holderTurns are the searches of one holder.
type holderTurns struct {
	running chan struct{} // has one element for each search that runs
	here    int           // that run or wait
}

func newTurns() *turns {
	return &turns{all: make(chan struct{}, max(leastRunning, 2*runtime.GOMAXPROCS(0))), holders: make(map[string]*holderTurns)}
}

// take waits for a turn of a holder, and returns what ends it. An empty holder shares the turns of all only. Where there
// are too many searches, the error is a fault of kind Busy.
func (t *turns) take(ctx context.Context, holder string) (release func(), err error) {
	limited, cancel := context.WithTimeout(ctx, turnPatience)
	defer cancel()
	leave, err := t.enter(limited, holder)
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
func (t *turns) enter(ctx context.Context, holder string) (leave func(), err error) {
	if holder == "" {
		return func() {}, nil
	}
	own := t.join(holder)
	if own == nil {
		return func() {}, errBusy()
	}
	if err := occupy(ctx, own.running); err != nil {
		return func() { t.part(holder) }, err
	}
	return func() { <-own.running; t.part(holder) }, nil
}

// join counts a search of a holder. It returns nil where there are too many.
func (t *turns) join(holder string) *holderTurns {
	t.mu.Lock()
	defer t.mu.Unlock()
	own := t.holders[holder]
	if own == nil {
		own = &holderTurns{running: make(chan struct{}, runningOfOne)}
		t.holders[holder] = own
	}
	if own.here == runningOfOne+waitingOfOne {
		return nil
	}
	own.here++
	return own
}

func (t *turns) part(holder string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	own := t.holders[holder]
	if own.here--; own.here == 0 {
		delete(t.holders, holder)
	}
}

// occupy adds an element to a channel as soon as there is room.
func occupy(ctx context.Context, turns chan<- struct{}) error {
	select {
	case turns <- struct{}{}:
		return nil
	case <-ctx.Done():
		return errBusy()
	}
}

func errBusy() error {
	busy := fault.Told(fault.Busy, sentence.New("search-busy", "Too many searches are running: try again in a moment."))
	busy.RetryAfter = time.Second
	return busy
}
