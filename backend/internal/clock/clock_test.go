package clock

import (
	"testing"
	"time"
)

// TestSequence requests several times within one millisecond, and after the clock was set back.
func TestSequence(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	var all Sequence
	for _, c := range []struct {
		now, want time.Duration
	}{
		{0, 0},
		{0, time.Millisecond},
		{time.Millisecond, 2 * time.Millisecond},
		{time.Millisecond + 900*time.Microsecond, 3 * time.Millisecond},
		{time.Second, time.Second},
		{time.Second - time.Millisecond, time.Second + time.Millisecond},
		{-time.Hour, -time.Hour},
		{-time.Hour, -time.Hour + time.Millisecond},
	} {
		if got := all.Next(noon.Add(c.now)).Sub(noon); got != c.want {
			t.Errorf("at %s: %s, want %s", c.now, got, c.want)
		}
	}
}
