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

// query is a request to a process of a document, with its answer.
type query struct {
	cfg     convert.Config
	src     Source
	request wire.PDFRequest
	answer  wire.PDFResult
}

// sendToWorker sends the request to the process of a slot, and stores the answer. It starts a process if there is none.
// If the process has died since the last request, it is replaced, so that the request does not fail. The caller has a
// turn.
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

// record updates metrics and traces for a request that was not preempted.
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

// isAbandoned reports whether a request was ended because its caller has left or the server closes, rather than because
// of a time limit of the request or its document.
func isAbandoned(ctx context.Context) bool {
	cause := context.Cause(ctx)
	_, late := errors.AsType[*convert.Error](cause)
	return cause != nil && !late && !errors.Is(cause, context.DeadlineExceeded)
}

// ensureOpen makes sure that the slot has a running process with the document open.
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

// open starts a new process for the slot and opens the document in it. After an error, the process has ended.
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
	// Start the next spare process only after the document was opened, because a reader is waiting for that.
	defer s.pool.work.Go(s.pool.refill)
	s.setWorker(started)
	opened, err := started.exchange(ctx, wire.PDFRequest{Op: wire.PDFOpen, Password: password}, file)
	if err != nil {
		started.terminate()
	}
	return opened.Data, err
}
