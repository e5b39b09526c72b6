package pages

import (
	"context"
	"time"

	"lectern/backend/convert/pdf"
	"lectern/backend/convert/schedule"
)

// RequestOverhead is added to the time limit of one page to get the time limit of a request about several pages. It
// allows for the other pages, and for opening the document anew.
const RequestOverhead = 3 * time.Second

// Seconds converts a number of seconds to a duration. Converters report times in seconds.
func Seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// WithTimeout limits the time of a request for a source. Time spent waiting for other requests does not count. The
// caller must call the returned function.
func WithTimeout(ctx context.Context, source pdf.Source, limit time.Duration) (context.Context, pdf.Source, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	source.Clock = schedule.NewClock(limit, func() { cancel(context.DeadlineExceeded) })
	return ctx, source, func() { cancel(nil) }
}
