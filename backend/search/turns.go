package search

import (
	"context"
	"errors"
	"runtime"
	"time"

	"lectern/backend/internal/fault"
	"lectern/backend/internal/turns"
	"lectern/backend/sentence"
)

// Numbers of concurrent searches.
const (
	runningOfOne = 2 // of one holder
	waitingOfOne = 8
	minRunning   = 4 // of all holders
)

// patience is the maximum time that a search waits for its turn.
const patience = 2 * time.Second

func newTurns() *turns.Turns {
	return turns.New(turns.Config{Own: runningOfOne, Waiting: waitingOfOne, All: max(minRunning, 2*runtime.GOMAXPROCS(0)),
		Patience: patience})
}

// turn waits until a search may run, and returns the function that ends it. If too many searches wait, the error is a
// fault of kind Busy.
func (s *Service) turn(ctx context.Context, holder string) (release func(), err error) {
	release, err = s.turns.Take(ctx, holder)
	if errors.Is(err, turns.ErrBusy) {
		busy := fault.Translatable(fault.Busy, sentence.New("search-busy", "Too many searches are running. Try again in a moment."))
		busy.RetryAfter = time.Second
		return nil, busy
	}
	return release, err
}
