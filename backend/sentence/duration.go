package sentence

import "time"

// Duration returns a duration in minutes if it is a whole number of minutes, otherwise in seconds.
func Duration(d time.Duration) Sentence {
	switch {
	case d == time.Second:
		return New("second", "1 second")
	case d == time.Minute:
		return New("minute", "1 minute")
	case d > 0 && d%time.Minute == 0:
		return New("minutes", "{count} minutes").With("count", int(d/time.Minute))
	}
	return New("seconds", "{count} seconds").With("count", d.Seconds())
}
