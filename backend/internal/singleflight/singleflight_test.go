package singleflight_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"lectern/backend/internal/singleflight"
)

// TestDo cancels the first of three callers. The others receive the result of the call that the first has started.
func TestDo(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var group singleflight.Group[string]
		calls, release := 0, make(chan struct{})
		results := make(chan string, 3)
		first, cancel := context.WithCancelCause(t.Context())
		for _, ctx := range []context.Context{first, t.Context(), t.Context()} {
			go func() {
				result, err := group.Do(ctx, "a", func(ctx context.Context) (string, error) {
					calls++
					<-release
					return "result", ctx.Err()
				})
				if err != nil {
					result = err.Error()
				}
				results <- result
			}()
			synctest.Wait()
		}
		cancel(errors.New("gone"))
		synctest.Wait()
		close(release)
		if got := []string{<-results, <-results, <-results}; !slices.Equal(got, []string{"gone", "result", "result"}) || calls != 1 {
			t.Errorf("got %q after %d calls", got, calls)
		}
	})
}

func TestDoWithPanic(t *testing.T) {
	t.Parallel()
	var group singleflight.Group[string]
	_, err := group.Do(t.Context(), "a", func(context.Context) (string, error) { panic("broken") })
	if err == nil || !strings.Contains(err.Error(), "broken") {
		t.Errorf("got %v", err)
	}
	result, err := group.Do(t.Context(), "a", func(context.Context) (string, error) { return "result", nil })
	if err != nil || result != "result" {
		t.Errorf("after a panic: got %q, %v", result, err)
	}
}
