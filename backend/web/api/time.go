package api

import "time"

// timeText writes a time as answers have it, ISO 8601 with milliseconds and the offset in digits;
// the zero time as "".
func timeText(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02T15:04:05.000-07:00")
}
