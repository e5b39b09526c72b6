package pdf_test

import (
	"testing"
	"time"
)

// patience limits every wait; it is only reached if something hangs.
const patience = time.Minute

// until waits for a condition that nothing signals.
func until(t *testing.T, what string, yes func() bool) {
	t.Helper()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	end := time.After(patience)
	for !yes() {
		select {
		case <-tick.C:
		case <-end:
			t.Fatalf("in vain: %s", what)
		}
	}
}
