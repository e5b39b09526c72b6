package limiter

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// patience is the maximum waiting time for a slot in the tests.
const patience = 2 * time.Second

// TestLimits uses all slots of one holder. Other holders must still get slots, until all slots are in use.
//
// SECURITY.md, promise 46 (bounded requests)
func TestLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limiter := New(Config{PerHolder: 2, Waiting: 1, Total: 3, MaxWait: patience})
		acquire := func(name string) func() {
			t.Helper()
			release, err := limiter.Acquire(t.Context(), name)
			if err != nil {
				t.Fatal(err)
			}
			return release
		}
		one, two := acquire("a"), acquire("a")
		waited := make(chan error, 1)
		go func() {
			release, err := limiter.Acquire(t.Context(), "a")
			if err == nil {
				release()
			}
			waited <- err
		}()
		synctest.Wait()
		begin := time.Now()
		if _, err := limiter.Acquire(t.Context(), "a"); !errors.Is(err, ErrBusy) || time.Since(begin) > 0 {
			t.Errorf("one too many waits for %s: %v", time.Since(begin), err)
		}
		three := acquire("b")
		one()
		if err := <-waited; err != nil {
			t.Errorf("the one that waits: %v", err)
		}
		four := acquire("")
		if _, err := limiter.Acquire(t.Context(), "c"); !errors.Is(err, ErrBusy) || time.Since(begin) != patience {
			t.Errorf("after %s: %v", time.Since(begin), err)
		}
		gone, leave := context.WithCancel(t.Context())
		leave()
		if _, err := limiter.Acquire(gone, "c"); !errors.Is(err, context.Canceled) {
			t.Errorf("one that nobody waits for: %v", err)
		}
		two()
		three()
		four()
		if len(limiter.holders) != 0 || len(limiter.total) != 0 {
			t.Errorf("turns are left: %v, %d", limiter.holders, len(limiter.total))
		}
	})
}

// TestSlowOperations checks that slots that are held for long no longer count against the limit of their holder. The
// number of such slow slots is limited.
func TestSlowOperations(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limiter := New(Config{PerHolder: 1, Waiting: 1, MaxWait: patience, SlowAfter: time.Second, SlowPerHolder: 2})
		begin := time.Now()
		var releases []func()
		for n := range 3 {
			release, err := limiter.Acquire(t.Context(), "a")
			if err != nil || time.Since(begin) != time.Duration(n)*time.Second {
				t.Fatalf("turn %d comes after %s: %v", n, time.Since(begin), err)
			}
			releases = append(releases, release)
		}
		if _, err := limiter.Acquire(t.Context(), "a"); !errors.Is(err, ErrBusy) || time.Since(begin) != 2*time.Second+patience {
			t.Errorf("beside slow turns one comes after %s: %v", time.Since(begin), err)
		}
		releases[0]() // frees a slow slot, so that another slot may count as slow
		again, err := limiter.Acquire(t.Context(), "b")
		if err != nil {
			t.Fatal(err)
		}
		again()
		releases[2]()
		quick, err := limiter.Acquire(t.Context(), "a")
		if err != nil {
			t.Fatal(err)
		}
		quick()
		releases[1]()
		if len(limiter.holders) != 0 {
			t.Errorf("turns are left: %v", limiter.holders)
		}
	})
}
