package session

import (
	"context"
	"sync"
	"time"
)

// ClockStore stores the time of a clock.
type ClockStore interface {
	// LatestTime returns the latest time that was saved, or the zero time.
	LatestTime(ctx context.Context) (time.Time, error)
	// SaveTime stores a time that is later than the previous one.
	SaveTime(ctx context.Context, t time.Time) error
}

// SteadyClock is a clock that never goes back, even if the machine's clock is set back. While the server runs, it
// advances by the time that has passed, and at a start it continues from the last saved time. If the machine's clock is
// set forward, it follows: sessions then end too soon rather than too late.
type SteadyClock struct {
	store ClockStore

	mu     sync.Mutex
	last   time.Time // the time that Now returned last
	readAt time.Time // the machine's time when last was returned
	saved  time.Time
}

// NewSteadyClock returns a clock that continues from the time in store.
func NewSteadyClock(ctx context.Context, store ClockStore) (*SteadyClock, error) {
	latest, err := store.LatestTime(ctx)
	if err != nil {
		return nil, err
	}
	return &SteadyClock{store: store, last: latest, readAt: time.Now(), saved: latest}, nil
}

// Now implements [Clock].
func (c *SteadyClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	c.last, c.readAt = advance(c.last, c.readAt, now), now
	return c.last
}

// advance returns the present time of a clock. The argument last is an earlier time that the clock has shown, and
// readAt is the time of the machine's clock at that moment. The argument now is the present time of the machine's
// clock. Both readAt and now contain a reading of the monotonic clock, which stands still while the machine sleeps.
func advance(last, readAt, now time.Time) time.Time {
	steady, machine := last.Add(now.Sub(readAt)), now.Round(0).UTC()
	if machine.After(steady) {
		return machine
	}
	return steady
}

// RecordExpiry implements [Clock].
func (c *SteadyClock) RecordExpiry(ctx context.Context, t time.Time) error {
	c.mu.Lock()
	known := !c.saved.Before(t)
	c.mu.Unlock()
	if known {
		return nil
	}
	return c.Save(ctx)
}

// Save stores the time for the next start.
func (c *SteadyClock) Save(ctx context.Context) error {
	now := c.Now()
	if err := c.store.SaveTime(ctx, now); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.saved = now
	return nil
}
