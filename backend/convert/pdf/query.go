package pdf

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/schedule"
	"lectern/backend/internal/tracing"
	"lectern/converters/wire"
)

// query is a request to the process of a document.
type query struct {
	cfg     convert.Config
	src     Source
	request wire.PDFRequest
	answer  wire.Page
}

// sendToWorker sends the request to the process of a slot, which it starts if there is none, and stores the answer. A process
// that died since the last request is replaced, so that the request does not fail because of it. The caller has a turn.
func (q *query) sendToWorker(ctx context.Context, s *slot) (err error) {
	begin := time.Now()
	defer func() { q.record(ctx, begin, err) }()
	for range 2 {
		if err = s.ensureOpen(ctx, q.src); err == nil && q.request.Op == wire.PDFOpen {
			q.answer.Data = s.info
		} else if err == nil {
			unwatch := q.src.Clock.Watch(s.worker.Cmd.Process.Pid)
			q.answer, err = s.worker.exchange(ctx, q.request, nil)
			unwatch()
		}
		if !errors.Is(err, errGone) || ctx.Err() != nil {
			break
		}
	}
	return err
}

// record counts and traces a request that was not preempted.
func (q *query) record(ctx context.Context, begin time.Time, err error) {
	if schedule.IsPreempted(context.Cause(ctx)) {
		return
	}
	operation := string(q.request.Op)
	q.cfg.Metrics.Took(convert.KindPDF, operation, time.Since(begin))
	tracing.Note(ctx, string(convert.KindPDF)+" "+operation, begin, err, slog.Int("page", q.request.Page))
	if !isAbandoned(ctx) {
		q.cfg.Metrics.Failed(convert.KindPDF, err)
	}
}

// isAbandoned reports whether a request was ended for its caller's sake: because a reader has left or the server closes. A
// request that was ended because of a limit of its time, or of its document's, is not abandoned.
func isAbandoned(ctx context.Context) bool {
	cause := context.Cause(ctx)
	_, late := errors.AsType[*convert.Error](cause)
	return cause != nil && !late && !errors.Is(cause, context.DeadlineExceeded)
}

// ensureOpen makes sure that the slot has a living process with the document open.
func (s *slot) ensureOpen(ctx context.Context, src Source) error {
	if s.worker != nil && s.worker.Alive() {
		return nil
	}
	info, err := s.open(ctx, src, "")
	if err != nil {
		return err
	}
	s.info = info
	return nil
}

// open starts a new process for the slot and opens the document in it. If that fails, the process has ended.
func (s *slot) open(ctx context.Context, src Source, password string) (info []byte, err error) {
	file, err := src.Open(ctx)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	started, err := s.pool.startWorker()
	if err != nil {
		return nil, err
	}
	// The next spare process starts only when the document is open, because its reader waits for that.
	defer s.pool.work.Go(s.pool.refill)
	s.setWorker(started)
	opened, err := started.exchange(ctx, wire.PDFRequest{Op: wire.PDFOpen, Password: password}, file)
	if err != nil {
		started.terminate()
	}
	return opened.Data, err
}
