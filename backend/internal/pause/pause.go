// Package pause has a sleep that a context interrupts.
package pause

import (
	"context"
	"time"
)

// For waits for d or until ctx ends, and reports whether ctx has not ended.
func For(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
