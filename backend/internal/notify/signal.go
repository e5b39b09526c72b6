// Package notify lets goroutines wait for changes, and wakes them.
//
// A [Signal] announces changes of one object. A [Hub] announces changes of many objects, which are identified by ids. A
// [Stream] passes on which values have changed. The zero values of these types are ready to use, and all methods may be
// called concurrently.
package notify

import (
	"context"
	"sync"
	"time"

	"lectern/backend/internal/retry"
)

// Signal wakes all goroutines that wait for its next notification.
type Signal struct {
	mu     sync.Mutex
	next   chan struct{} // closed by the next notification; nil while no goroutine waits
	closed bool
}

// closedChannel is the channel that [Signal.Wait] returns after [Signal.Close].
var closedChannel = func() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

// Wait returns a channel that the next notification closes. A goroutine that calls Wait before it reads the state
// cannot miss a change. After [Signal.Close] the channel is already closed.
func (s *Signal) Wait() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return closedChannel
	case s.next == nil:
		s.next = make(chan struct{})
	}
	return s.next
}

// Notify wakes all goroutines that wait.
func (s *Signal) Notify() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wake()
}

// Close wakes all goroutines that wait. After Close, the channels that Wait returns are closed.
func (s *Signal) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	s.wake()
}

// Closed reports whether Close was called.
func (s *Signal) Closed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed
}

func (s *Signal) wake() {
	if s.next != nil {
		close(s.next)
		s.next = nil
	}
}

// gatherTime is the time for which notifications are collected, so that one call handles all of them.
const gatherTime = 100 * time.Millisecond

// Follow calls visit at once, then a tenth of a second after each notification, and whenever there was no notification
// for the duration heartbeat. The argument notified of visit is true if a notification is the reason for the call. In
// this case, the previous call of visit may already have seen the change. Follow returns nil when ctx ends or the
// signal is closed. If visit fails, Follow returns its error.
func (s *Signal) Follow(ctx context.Context, heartbeat time.Duration, visit func(notified bool) error) error {
	for notified := false; ; {
		next := s.Wait() // before visit reads the state, so that no change is missed
		if s.Closed() {
			return nil
		}
		if err := visit(notified); err != nil {
			return err
		}
		notified = retry.WaitFor(ctx, next, heartbeat)
		if ctx.Err() != nil || s.Closed() || (notified && !retry.Sleep(ctx, gatherTime)) {
			return nil
		}
	}
}
