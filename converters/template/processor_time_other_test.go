//go:build !unix

package template_test

import (
	"testing"
	"time"
)

var started = time.Now()

// processorTime returns the time since the start of the tests, because this system offers no way to measure the
// processor time.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	return time.Since(started)
}
