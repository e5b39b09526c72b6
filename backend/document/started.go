package document

import (
	"context"
	"errors"
	"log/slog"
	"time"
)

// startedAfter is how long a document is processed before that is stored by itself: where
// a result comes sooner, it is stored with that, which spares a small document a change.
const startedAfter = 100 * time.Millisecond

// errStarted is the error of a change that says again when processing began.
var errStarted = errors.New("the processing has begun already")

// begin notes in doc when its processing began. Others hear of it with the first result, or
// while there is none. The caller ends that when its step has.
func (s *Service) begin(ctx context.Context, doc *Document) (end func()) {
	if !doc.Started.IsZero() {
		return func() {}
	}
	doc.Started = time.Now()
	begun := *doc
	told := make(chan struct{})
	timer := time.AfterFunc(startedAfter, func() {
		defer close(told)
		s.tellStarted(ctx, begun)
	})
	return func() {
		if !timer.Stop() {
			<-told
		}
	}
}

// tellStarted stores when processing began. Where that cannot be, the next result tells.
func (s *Service) tellStarted(ctx context.Context, doc Document) {
	_, err := s.update(ctx, doc.ID, Update{Soon: true, Change: going(&doc, func(d *Document) error {
		if !d.Started.IsZero() {
			return errStarted
		}
		d.Started = doc.Started
		return nil
	})})
	if err != nil && ctx.Err() == nil && !errors.Is(err, errStarted) && !errors.Is(err, errEnded) {
		s.log.WarnContext(ctx, "start of processing not told", "document", doc.ID, slog.Any("error", err))
	}
}

// advance stores a change that a step makes of a document, and when its processing began.
func (s *Service) advance(ctx context.Context, doc Document, u Update) (Document, error) {
	change := u.Change
	u.Change = func(d *Document) error {
		if d.Started.IsZero() {
			d.Started = doc.Started
		}
		return change(d)
	}
	return s.update(ctx, doc.ID, u)
}
