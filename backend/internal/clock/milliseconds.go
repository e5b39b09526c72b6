package clock

import "time"

// Milliseconds returns a time in milliseconds since 1970, and 0 for the zero time.
func Milliseconds(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}
