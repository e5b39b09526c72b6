package session

import (
	"context"
	"sync"
	"time"
)

// ClockStore keeps how far a clock has come.
type ClockStore interface {
	// LatestTime gives the latest time that was saved; the zero time where none was.
	LatestTime(ctx context.Context) (time.Time, error)
	// SaveTime keeps a time that is later than the one before.
	SaveTime(ctx context.Context, t time.Time) error
}

// SteadyClock never goes back, whatever is done to the machine's clock: while the server runs it
// goes on by the time that has passed, and a start begins where the last run was seen. Set
// forward, the machine's clock takes it along: a session ends too soon rather than too late.
type SteadyClock struct {
	store ClockStore

	mu    sync.Mutex
	told  time.Time // what it has told last
	at    time.Time // when, by the machine's clocks
	saved time.Time
}

// NewSteadyClock makes a clock that goes on from where store has it.
func NewSteadyClock(ctx context.Context, store ClockStore) (*SteadyClock, error) {
	latest, err := store.LatestTime(ctx)
	if err != nil {
		return nil, err
	}
	return &SteadyClock{store: store, told: latest, at: time.Now(), saved: latest}, nil
}

// Now implements [Clock].
func (c *SteadyClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	c.told, c.at = laterOf(c.told, c.at, now), now
	return c.told
}

// laterOf gives the time of a clock that told a time at another moment. That one and now have
// the reading of the machine's steady clock, which stands still while the machine sleeps.
func laterOf(told, at, now time.Time) time.Time {
	steady, machine := told.Add(now.Sub(at)), now.Round(0).UTC()
	if machine.After(steady) {
		return machine
	}
	return steady
}

// Passed implements [Clock].
func (c *SteadyClock) Passed(ctx context.Context, t time.Time) error {
	c.mu.Lock()
	known := !c.saved.Before(t)
	c.mu.Unlock()
	if known {
		return nil
	}
	return c.Save(ctx)
}

// Save keeps the time for the next start.
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
