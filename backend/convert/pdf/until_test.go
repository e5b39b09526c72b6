package pdf_test

import (
	"testing"
	"time"
)

// waitTimeout limits the time of every wait. It is only reached if something hangs.
const waitTimeout = time.Minute

// until polls a condition for which there is no event.
func until(t *testing.T, what string, yes func() bool) {
	t.Helper()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	end := time.After(waitTimeout)
	for !yes() {
		select {
		case <-tick.C:
		case <-end:
			t.Fatalf("in vain: %s", what)
		}
	}
}
