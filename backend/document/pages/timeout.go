package pages

import (
	"context"
	"time"

	"lectern/backend/convert/pdf"
	"lectern/backend/convert/schedule"
)

// WithTimeout limits the time of a request for a source. Waiting for other requests does not count. The caller must call the
// function.
func WithTimeout(ctx context.Context, source pdf.Source, limit time.Duration) (context.Context, pdf.Source, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	source.Clock = schedule.NewClock(limit, func() { cancel(context.DeadlineExceeded) })
	return ctx, source, func() { cancel(nil) }
}
