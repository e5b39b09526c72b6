package postgres

import (
	"context"
	"errors"
	"lectern/backend/store/engine"
	"sync"
)

// ErrStalled says that the database answers, and does not end what is to last: its disk hangs, or the copy of it that it
// waits for.
var ErrStalled = errors.New("the database takes nothing in")

// stall tells those who write that the database takes nothing in, also those who began before that was known.
type stall struct {
	mu    sync.Mutex
	going context.Context // until it stalls
	stop  context.CancelFunc
}

func newStall() *stall {
	s := new(stall)
	s.going, s.stop = context.WithCancel(context.Background())
	return s
}

func (s *stall) set(is bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if is {
		s.stop()
	} else if s.going.Err() != nil {
		s.going, s.stop = context.WithCancel(context.Background())
	}
}

func (s *stall) is() bool { return s.now().Err() != nil }

func (s *stall) now() context.Context {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.going
}

// bound gives a context that ends when the database stalls, with a lost one as its cause, and at end, which must be called.
func (s *stall) bound(ctx context.Context) (bounded context.Context, end context.CancelCauseFunc) {
	bounded, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(s.now(), func() { cancel(engine.LostError{Err: ErrStalled}) })
	return bounded, func(cause error) {
		stop()
		cancel(cause)
	}
}

// wordEnd gives why a bounded context was ended in the place of what its end has led to.
func wordEnd(bounded context.Context, err error) error {
	if cause, ok := errors.AsType[engine.LostError](context.Cause(bounded)); ok && err != nil {
		return cause
	}
	return err
}
