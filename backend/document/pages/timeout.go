package pages

import (
	"context"
	"time"

	"lectern/backend/convert/pdf"
	"lectern/backend/convert/schedule"
)

// WithTimeout bounds a request for the source by a time, of which waiting for others is no
// part.
func WithTimeout(ctx context.Context, source pdf.Source, limit time.Duration) (context.Context, pdf.Source, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	source.Clock = schedule.NewClock(limit, func() { cancel(context.DeadlineExceeded) })
	return ctx, source, func() { cancel(nil) }
}
