package session

import (
	"context"
	"testing"
	"time"
)

// TestClockNeverGoesBack checks that the time of the server never goes back when the clock of the machine is set.
//
// SECURITY.md, promise 34 (session ids and their expiry)
func TestClockNeverGoesBack(t *testing.T) {
	told := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	machine := func(wall time.Time) time.Time { return wall } // without a monotonic reading
	now := time.Now()                                         // with a monotonic reading
	for name, test := range map[string]struct{ got, want time.Time }{
		"a minute later":       {advance(now.Add(time.Hour).Round(0), now, now.Add(time.Minute)), now.Add(time.Hour + time.Minute).Round(0)},
		"set back":             {advance(told, told, machine(told)), told},
		"set forward":          {advance(told, told, machine(told.Add(time.Hour))), told.Add(time.Hour)},
		"after the last start": {advance(told.Add(time.Hour), told, machine(told)), told.Add(time.Hour)},
	} {
		if !test.got.Equal(test.want) {
			t.Errorf("%s it is %s, want %s", name, test.got, test.want)
		}
	}
}

// memoryClockStore is a store for the time of a clock.
type memoryClockStore struct {
	latest time.Time
	saves  int
}

func (k *memoryClockStore) LatestTime(context.Context) (time.Time, error) { return k.latest, nil }
func (k *memoryClockStore) SaveTime(_ context.Context, t time.Time) error {
	k.latest = t
	k.saves++
	return nil
}

// TestClockContinuesAfterARestart checks that the time of the server does not go back if the clock of the machine was
// set back while the server was not running.
//
// SECURITY.md, promise 34 (session ids and their expiry)
func TestClockContinuesAfterARestart(t *testing.T) {
	kept := &memoryClockStore{latest: time.Now().Add(time.Hour)}
	clock, err := NewSteadyClock(t.Context(), kept)
	if err != nil {
		t.Fatal(err)
	}
	if now := clock.Now(); now.Before(kept.latest) {
		t.Errorf("it begins at %s, before %s", now, kept.latest)
	}
	later := kept.latest.Add(time.Nanosecond)
	for range 2 { // the same time is stored only once
		if err := clock.RecordExpiry(t.Context(), later); err != nil {
			t.Fatal(err)
		}
	}
	if kept.saves != 1 {
		t.Errorf("saved %d times", kept.saves)
	}
}
