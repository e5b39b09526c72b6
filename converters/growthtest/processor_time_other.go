//go:build !unix

package growthtest

import (
	"testing"
	"time"
)

var started = time.Now()

// processorTime returns the time since the start of the tests, because this system offers no way to measure the
// processor time.
func processorTime(t testing.TB) time.Duration {
	t.Helper()
	return time.Since(started)
}
