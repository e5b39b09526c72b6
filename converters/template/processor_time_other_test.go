//go:build !unix

package template_test

import (
	"testing"
	"time"
)

var started = time.Now()

// processorTime returns the time since the tests have started, because the processor time is not known.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	return time.Since(started)
}
