package webhook

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

// DefaultRetry returns the waits before the second and each further attempt.
func DefaultRetry() []time.Duration {
	return []time.Duration{5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 10 * time.Hour}
}

// jitter is the maximum random change of a wait, as a fraction of the wait. It prevents that deliveries that failed
// together are all repeated at the same time.
const jitter = 0.1

// maxRetryAfter is the maximum wait that a receiver can request.
const maxRetryAfter = 24 * time.Hour

// schedule contains the waits before the second and each further attempt.
type schedule []time.Duration

// next returns the wait before the next attempt. The argument tries is the number of attempts so far, and minimum is
// the wait that the receiver has requested. The result ok is false if there is no further attempt.
func (s schedule) next(tries int, minimum time.Duration) (wait time.Duration, ok bool) {
	if tries > len(s) {
		return 0, false
	}
	factor := 1 - jitter + 2*jitter*rand.Float64()
	return max(time.Duration(float64(s[tries-1])*factor), minimum), true
}

// longest returns the longest possible wait.
func (s schedule) longest() time.Duration {
	longest := maxRetryAfter
	for _, wait := range s {
		longest = max(longest, time.Duration(float64(wait)*(1+jitter)))
	}
	return longest
}

// retryAfter returns the wait that a receiver requests (RFC 9110, section 10.2.3), or 0.
func retryAfter(header http.Header, now time.Time) time.Duration {
	text := header.Get("Retry-After")
	if text == "" {
		return 0
	}
	wait := time.Duration(0)
	if seconds, err := strconv.ParseUint(text, 10, 63); err == nil {
		wait = time.Duration(min(seconds, uint64(maxRetryAfter/time.Second))) * time.Second
	} else if at, err := http.ParseTime(text); err == nil {
		wait = at.Sub(now)
	}
	return min(max(wait, 0), maxRetryAfter)
}
