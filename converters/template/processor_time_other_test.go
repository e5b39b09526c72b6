//go:build !unix

package template_test

import (
	"testing"
	"time"
)

var started = time.Now()

// processorTime returns the time since the tests have started, because processor time is not available on this system.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	return time.Since(started)
}
