package sentence

import "time"

// Duration gives a time that something takes: in minutes where it is some whole ones, else in
// seconds.
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
