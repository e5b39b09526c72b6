package webhook

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

// DefaultRetry gives the waits before the second and each further try of a delivery.
func DefaultRetry() []time.Duration {
	return []time.Duration{5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 10 * time.Hour}
}

// jitter is by which part of itself a wait may be longer or shorter, so that deliveries that
// failed together are not all tried together.
const jitter = 0.1

// longestRetryAfter bounds for how long a receiver may ask to be left alone.
const longestRetryAfter = 24 * time.Hour

// schedule has the waits before the second and each further try.
type schedule []time.Duration

// next gives the wait after so many tries, at least as long as the receiver has asked for; it
// is not ok where there is no further try.
func (s schedule) next(tries int, asked time.Duration) (wait time.Duration, ok bool) {
	if tries > len(s) {
		return 0, false
	}
	factor := 1 - jitter + 2*jitter*rand.Float64()
	return max(time.Duration(float64(s[tries-1])*factor), asked), true
}

// longest gives the longest wait that there may be.
func (s schedule) longest() time.Duration {
	longest := longestRetryAfter
	for _, wait := range s {
		longest = max(longest, time.Duration(float64(wait)*(1+jitter)))
	}
	return longest
}

// retryAfter reads how long the receiver wants to be left alone (RFC 9110, section 10.2.3); 0
// where it does not say.
func retryAfter(header http.Header, now time.Time) time.Duration {
	text := header.Get("Retry-After")
	if text == "" {
		return 0
	}
	wait := time.Duration(0)
	if seconds, err := strconv.ParseUint(text, 10, 63); err == nil {
		wait = time.Duration(min(seconds, uint64(longestRetryAfter/time.Second))) * time.Second
	} else if at, err := http.ParseTime(text); err == nil {
		wait = at.Sub(now)
	}
	return min(max(wait, 0), longestRetryAfter)
}
