// Package retry repeats operations that have failed, and waits in between.
package retry

import (
	"context"
	"time"
)

// Sleep waits for d or until ctx ends, and reports whether ctx has not ended.
func Sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// WaitFor waits until event delivers a value or is closed, but at most for d or until ctx ends. It reports whether the
// event came.
func WaitFor[T any](ctx context.Context, event <-chan T, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-event:
		return true
	case <-timer.C:
	case <-ctx.Done():
	}
	return false
}

// Do calls try until it succeeds, with a pause after each failure. It returns the error of try if again reports false
// for it, or if ctx has ended.
func Do(ctx context.Context, pause time.Duration, try func() error, again func(error) bool) error {
	for {
		err := try()
		if err == nil || ctx.Err() != nil || !again(err) || !Sleep(ctx, pause) {
			return err
		}
	}
}
