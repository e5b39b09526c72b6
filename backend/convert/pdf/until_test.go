package pdf_test

import (
	"testing"
	"time"
)

// patience bounds every wait; it is reached only where something hangs.
const patience = time.Minute

// until looks again and again until something is so, of which nothing tells.
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
