package postgres

import (
	"context"
	"errors"
	"lectern/backend/store/engine"
	"sync"
)

// ErrStalled is the error of a database that answers but does not complete changes, for example because its disk hangs
// or because a standby server does not confirm commits.
var ErrStalled = errors.New("the database accepts no changes")

// stall cancels the statements of writers while the database does not complete changes. This includes statements that
// began before the stall was detected.
type stall struct {
	mu      sync.Mutex
	healthy context.Context // ends when the database stalls
	stop    context.CancelFunc
}

func newStall() *stall {
	s := new(stall)
	s.healthy, s.stop = context.WithCancel(context.Background())
	return s
}

func (s *stall) set(stalled bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if stalled {
		s.stop()
	} else if s.healthy.Err() != nil {
		s.healthy, s.stop = context.WithCancel(context.Background())
	}
}

func (s *stall) hasStalled() bool { return s.healthyContext().Err() != nil }

func (s *stall) healthyContext() context.Context {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.healthy
}

// boundContext returns a context that is cancelled when the database stalls, with an [engine.LostError] as its cause.
// The caller must call end.
func (s *stall) boundContext(ctx context.Context) (bounded context.Context, end context.CancelCauseFunc) {
	bounded, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(s.healthyContext(), func() { cancel(engine.LostError{Err: ErrStalled}) })
	return bounded, func(cause error) {
		stop()
		cancel(cause)
	}
}

// lossCause returns the [engine.LostError] with which the context was cancelled, if there is one, and err otherwise.
func lossCause(bounded context.Context, err error) error {
	if cause, ok := errors.AsType[engine.LostError](context.Cause(bounded)); ok && err != nil {
		return cause
	}
	return err
}
