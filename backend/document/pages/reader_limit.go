package pages

import (
	"context"
	"errors"
	"time"

	"lectern/backend/internal/fault"
	"lectern/backend/internal/limiter"
	"lectern/backend/sentence"
)

// How many pages one reader may wait for, and how long. A viewer requests up to four pages at once, or up to eight with
// thumbnails and while it prints. The limit is higher because many viewers may share one link and one address.
const (
	maxWaiting  = 256
	maxDrawWait = 30 * time.Second
	slowDraw    = time.Second // a page that takes longer no longer delays other pages of its reader
)

// newReaderLimit returns the limiter of the pages that are drawn for one reader at the same time. It allows up to
// atOnce pages, and in addition up to atOnce pages that take long. The renderer limits the number for all readers
// together.
func newReaderLimit(atOnce int) *limiter.Limiter {
	return limiter.New(limiter.Config{PerHolder: atOnce, Waiting: maxWaiting, MaxWait: maxDrawWait,
		SlowAfter: slowDraw, SlowPerHolder: atOnce})
}

// waitForReader waits until another page may be drawn for a reader. The caller must call release. If too many pages of
// the reader wait, the error is a fault of kind Busy.
func (p *Cache) waitForReader(ctx context.Context, reader string) (release func(), err error) {
	release, err = p.readers.Acquire(ctx, reader)
	if errors.Is(err, limiter.ErrBusy) {
		busy := fault.Translatable(fault.Busy, sentence.New("pages-busy", "Too many pages are being drawn for you. Try again in "+
			"a moment."))
		busy.RetryAfter = time.Second
		return nil, busy
	}
	return release, err
}
