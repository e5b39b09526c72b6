// Package retry repeats failed operations after a pause.
package retry

import (
	"context"
	"time"
)

// JobDelay is how long a job waits before it runs again if something that it needs is not available, such as the
// database.
const JobDelay = 10 * time.Second

// Sleep waits for the duration d, or until ctx ends. It returns false if ctx has ended.
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

// WaitFor waits until the channel event delivers a value or is closed. It stops waiting after the duration d, and when
// ctx ends. It returns true if the channel delivered a value or was closed.
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

// Do calls the function try until it succeeds, with a pause after each failure. Do stops and returns the error of try
// if the function shouldRetry returns false for this error, or if ctx has ended.
func Do(ctx context.Context, pause time.Duration, try func() error, shouldRetry func(error) bool) error {
	for {
		err := try()
		if err == nil || ctx.Err() != nil || !shouldRetry(err) || !Sleep(ctx, pause) {
			return err
		}
	}
}
