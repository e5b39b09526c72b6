package conversion

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"lectern/backend/document"
)

// startNoticeDelay is how long a document is processed before the start time of its processing is stored separately. A
// result that is stored within this delay includes the start time, which saves a transaction for a small document.
const startNoticeDelay = 100 * time.Millisecond

// errStartStored is the error of a change that would store the start of processing again.
var errStartStored = errors.New("the start of processing is stored already")

// startNotice stores when processing began, after a delay. It stores nothing if it is stopped during the delay. A nil
// startNotice does nothing.
type startNotice struct {
	documents *document.Service
	log       *slog.Logger
	timer     *time.Timer
	stored    chan struct{} // closed when storing has ended, with or without success
}

// noteStart sets when the processing of a document began, unless it is already set. The returned notice stores that
// time if no result of the processing is stored soon. The caller must stop the notice.
func (w *Worker) noteStart(ctx context.Context, doc *document.Document) *startNotice {
	if !doc.Started.IsZero() {
		return nil
	}
	doc.Started = time.Now()
	started := *doc
	n := &startNotice{documents: w.documents, log: w.log, stored: make(chan struct{})}
	n.timer = time.AfterFunc(startNoticeDelay, func() {
		defer close(n.stored)
		n.store(ctx, started)
	})
	return n
}

// stop prevents the notice from being stored. If it is being stored already, stop waits for that.
func (n *startNotice) stop() {
	if n != nil && !n.timer.Stop() {
		<-n.stored
	}
}

// store stores the time at which processing began. If that fails, the time is stored together with the next result.
func (n *startNotice) store(ctx context.Context, doc document.Document) {
	_, err := n.documents.Update(ctx, doc.ID, document.Update{SkipSync: true, RequireAttempt: true, Attempt: doc.Attempt,
		Change: func(d *document.Document) error {
			if !d.Started.IsZero() {
				return errStartStored
			}
			d.Started = doc.Started
			return nil
		}})
	if err != nil && ctx.Err() == nil && !errors.Is(err, errStartStored) && !errors.Is(err, document.ErrAttemptEnded) {
		n.log.WarnContext(ctx, "notification about the start of processing failed", "document", doc.ID, slog.Any("error", err))
	}
}
