package turns

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// TestTurns takes turns until there are none: of one holder, whom others do not wait for, and of all.
//
// promise 46
func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := New(Limits{Own: 2, Waiting: 1, All: 3})
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
		if _, err := turns.Take(t.Context(), "c"); !errors.Is(err, ErrBusy) || time.Since(begin) != Patience {
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
