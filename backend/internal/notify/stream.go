package notify

import (
	"context"
	"sync"
	"time"
)

// maxPending is the number of values that are kept for a subscriber that is slow to read them.
const maxPending = 1000

// Stream passes values to all subscribers. It does not keep values for later subscribers, so a new subscriber must
// first read the whole state.
type Stream[T comparable] struct {
	mu          sync.Mutex
	subscribers map[*subscriber[T]]struct{}
	closed      bool
}

// subscriber contains the values that one call of [Stream.Follow] has received but not yet passed on.
type subscriber[T comparable] struct {
	arrived    Signal
	mu         sync.Mutex
	pending    []T
	pendingSet map[T]struct{} // the set of the values in pending
	missed     bool           // whether values were dropped
}

// Publish passes a value to all subscribers. It does not wait until they have read the value.
func (s *Stream[T]) Publish(value T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for sub := range s.subscribers {
		sub.add(value)
	}
}

// Reset notifies all subscribers that they may have missed values.
func (s *Stream[T]) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for sub := range s.subscribers {
		sub.reset()
	}
}

// Close ends all present and future calls of [Stream.Follow].
func (s *Stream[T]) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for sub := range s.subscribers {
		sub.arrived.Close()
	}
	clear(s.subscribers)
}

// Follow calls visit with new values. Each call contains a value only once. If there were no new values for the
// duration heartbeat, Follow calls visit without values. The argument missed of visit is true if values may have been
// missed: in the first call, after [Stream.Reset], and if visit took too long. Values are collected for a tenth of a
// second. Follow returns nil when ctx ends or the stream is closed. If visit fails, Follow returns its error.
func (s *Stream[T]) Follow(ctx context.Context, heartbeat time.Duration, visit func(values []T, missed bool) error) error {
	sub := &subscriber[T]{missed: true}
	s.subscribe(sub)
	defer s.unsubscribe(sub)
	return sub.arrived.Follow(ctx, heartbeat, func(notified bool) error {
		values, missed := sub.drain()
		if notified && len(values) == 0 && !missed {
			return nil // the last call of visit had the last values
		}
		return visit(values, missed)
	})
}

func (s *Stream[T]) subscribe(sub *subscriber[T]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		sub.arrived.Close()
		return
	}
	if s.subscribers == nil {
		s.subscribers = make(map[*subscriber[T]]struct{})
	}
	s.subscribers[sub] = struct{}{}
}

func (s *Stream[T]) unsubscribe(sub *subscriber[T]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.subscribers, sub)
}

func (sub *subscriber[T]) add(value T) {
	sub.mu.Lock()
	defer sub.mu.Unlock()
	if _, known := sub.pendingSet[value]; known || sub.missed {
		return
	}
	if len(sub.pending) == maxPending {
		sub.drop()
		return
	}
	if sub.pendingSet == nil {
		sub.pendingSet = make(map[T]struct{})
	}
	sub.pendingSet[value] = struct{}{}
	sub.pending = append(sub.pending, value)
	sub.arrived.Notify()
}

func (sub *subscriber[T]) reset() {
	sub.mu.Lock()
	defer sub.mu.Unlock()
	sub.drop()
	sub.arrived.Notify()
}

// drop removes all pending values, and records that values were dropped.
func (sub *subscriber[T]) drop() { sub.pending, sub.pendingSet, sub.missed = nil, nil, true }

// drain returns and removes the pending values. The result missed is true if values were dropped since the last call.
func (sub *subscriber[T]) drain() (values []T, missed bool) {
	sub.mu.Lock()
	defer sub.mu.Unlock()
	values, missed = sub.pending, sub.missed
	sub.pending, sub.pendingSet, sub.missed = nil, nil, false
	return values, missed
}
