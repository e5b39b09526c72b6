package pages

import (
	"context"
	"time"

	"lectern/backend/convert/pdf"
	"lectern/backend/convert/schedule"
)

// ExchangeTime is added to the time limit of a page for a request about several pages. It allows for the other pages,
// and for opening the document anew.
const ExchangeTime = 3 * time.Second

// Seconds returns a number of seconds, in which converters report times, as a duration.
func Seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// WithTimeout limits the time of a request for a source. Time spent waiting for other requests does not count. The
// caller must call the returned function.
func WithTimeout(ctx context.Context, source pdf.Source, limit time.Duration) (context.Context, pdf.Source, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	source.Clock = schedule.NewClock(limit, func() { cancel(context.DeadlineExceeded) })
	return ctx, source, func() { cancel(nil) }
}
