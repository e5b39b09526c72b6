package webhook

import (
	"net/http"
	"testing"
	"time"
)

// The waits between attempts differ from the schedule by at most a tenth. After the last wait there are no further
// attempts.
//
// SECURITY.md, promise 38 (repeated deliveries)
func TestSchedule(t *testing.T) {
	waits := schedule(DefaultRetry())
	different := false
	for i, want := range waits {
		first, ok := waits.next(i+1, 0)
		for range 100 {
			wait, again := waits.next(i+1, 0)
			if !ok || !again || wait < want*9/10 || wait > want*11/10 {
				t.Errorf("after try %d it waits %s, %v", i+1, wait, again)
			}
			different = different || wait != first
		}
	}
	if !different {
		t.Error("all waits are alike")
	}
	if schedule(nil).longest() != maxRetryAfter || (schedule{48 * time.Hour}).longest() < 52*time.Hour {
		t.Error("there are longer waits than the longest")
	}
	if _, again := waits.next(len(waits)+1, time.Hour); again {
		t.Error("it is tried once too often")
	}
	for asked, want := range map[time.Duration]time.Duration{time.Second: 0, time.Hour: time.Hour} {
		if wait, _ := waits.next(1, asked); want != 0 && wait != want || wait < 4*time.Second {
			t.Errorf("asked for %s it waits %s", asked, wait)
		}
	}
}

// TestRetryAfter checks how values of the Retry-After header are parsed.
//
// SECURITY.md, promise 38 (repeated deliveries)
func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for text, want := range map[string]time.Duration{
		"":                              0,
		"0":                             0,
		"120":                           2 * time.Minute,
		"-5":                            0,
		"soon":                          0,
		"9999999":                       24 * time.Hour,
		"99999999999999999999":          0,
		"9223372036854775807":           24 * time.Hour,
		"Fri, 02 Jan 2026 03:05:05 GMT": time.Minute,
		"Fri, 02 Jan 2026 03:00:05 GMT": 0,
		"Sat, 02 Jan 2027 03:00:05 GMT": 24 * time.Hour,
	} {
		if got := retryAfter(http.Header{"Retry-After": {text}}, now); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}
