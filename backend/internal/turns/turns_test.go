package turns

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// patience is the maximum waiting time for a turn in the tests.
const patience = 2 * time.Second

// TestTurns uses up the turns of one holder, after which other holders still get turns, and then all turns.
//
// promise 46
func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := New(Config{Own: 2, Waiting: 1, All: 3, Patience: patience})
		take := func(name string) func() {
			t.Helper()
			release, err := turns.Take(t.Context(), name)
			if err != nil {
				t.Fatal(err)
			}
			return release
		}
		one, two := take("a"), take("a")
		waited := make(chan error, 1)
		go func() {
			release, err := turns.Take(t.Context(), "a")
			if err == nil {
				release()
			}
			waited <- err
		}()
		synctest.Wait()
		begin := time.Now()
		if _, err := turns.Take(t.Context(), "a"); !errors.Is(err, ErrBusy) || time.Since(begin) > 0 {
			t.Errorf("one too many waits for %s: %v", time.Since(begin), err)
		}
		three := take("b")
		one()
		if err := <-waited; err != nil {
			t.Errorf("the one that waits: %v", err)
		}
		four := take("")
		if _, err := turns.Take(t.Context(), "c"); !errors.Is(err, ErrBusy) || time.Since(begin) != patience {
			t.Errorf("after %s: %v", time.Since(begin), err)
		}
		gone, leave := context.WithCancel(t.Context())
		leave()
		if _, err := turns.Take(gone, "c"); !errors.Is(err, context.Canceled) {
			t.Errorf("one that nobody waits for: %v", err)
		}
		two()
		three()
		four()
		if len(turns.holders) != 0 || len(turns.all) != 0 {
			t.Errorf("turns are left: %v, %d", turns.holders, len(turns.all))
		}
	})
}

// TestSlowTurns checks that turns that are held for long no longer count against the limit of their holder, up to a
// maximum number of slow turns.
func TestSlowTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := New(Config{Own: 1, Waiting: 1, Patience: patience, Long: time.Second, Slow: 2})
		begin := time.Now()
		var releases []func()
		for n := range 3 {
			release, err := turns.Take(t.Context(), "a")
			if err != nil || time.Since(begin) != time.Duration(n)*time.Second {
				t.Fatalf("turn %d comes after %s: %v", n, time.Since(begin), err)
			}
			releases = append(releases, release)
		}
		if _, err := turns.Take(t.Context(), "a"); !errors.Is(err, ErrBusy) || time.Since(begin) != 2*time.Second+patience {
			t.Errorf("beside slow turns one comes after %s: %v", time.Since(begin), err)
		}
		releases[0]() // ends a slow turn, so that another turn may count as slow
		again, err := turns.Take(t.Context(), "b")
		if err != nil {
			t.Fatal(err)
		}
		again()
		releases[2]()
		quick, err := turns.Take(t.Context(), "a")
		if err != nil {
			t.Fatal(err)
		}
		quick()
		releases[1]()
		if len(turns.holders) != 0 {
			t.Errorf("turns are left: %v", turns.holders)
		}
	})
}
