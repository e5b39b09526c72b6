package search

import (
	"context"
	"errors"
	"runtime"
	"time"

	"lectern/backend/internal/fault"
	"lectern/backend/internal/limiter"
	"lectern/backend/sentence"
)

// Limits for the numbers of running and waiting searches. A holder is the person or key that searches.
const (
	maxRunningPerHolder = 2 // running searches of one holder
	maxWaitingPerHolder = 8
	minRunning          = 4 // minimum of the limit for all holders, which otherwise depends on the number of processors
)

// maxWait is the maximum time that a search waits for its turn.
const maxWait = 2 * time.Second

// newLimiter returns the limiter of concurrent searches.
func newLimiter() *limiter.Limiter {
	return limiter.New(limiter.Config{PerHolder: maxRunningPerHolder, Waiting: maxWaitingPerHolder,
		Total: max(minRunning, 2*runtime.GOMAXPROCS(0)), MaxWait: maxWait})
}

// acquireTurn waits until a search may run. The caller must call release after the search. If too many searches wait,
// or if the search has to wait too long, the error is a fault of kind Busy.
func (s *Service) acquireTurn(ctx context.Context, holder string) (release func(), err error) {
	release, err = s.limiter.Acquire(ctx, holder)
	if errors.Is(err, limiter.ErrBusy) {
		busy := fault.Translatable(fault.Busy, sentence.New("search-busy", "Too many searches are running. Try again in a moment."))
		busy.RetryAfter = time.Second
		return nil, busy
	}
	return release, err
}
