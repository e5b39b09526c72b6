package pdf

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/schedule"
	"lectern/backend/internal/tracing"
	"lectern/converters/wire"
)

// sendToWorker sends a request to the process of the slot, and returns the answer. It starts a process if there is
// none. If the process has died since the last request, sendToWorker replaces the process, so that the request does not
// fail. An implausible answer is an error. The caller must have a turn.
func (s *slot) sendToWorker(ctx context.Context, src Source, request wire.PDFRequest) (answer wire.PDFResult, err error) {
	begin := time.Now()
	defer func() { s.record(ctx, request, begin, err) }()
	for range 2 {
		if err = s.ensureOpen(ctx, src); err == nil && request.Op == wire.PDFOpen {
			answer.Data = s.info
		} else if err == nil {
			unwatch := src.Clock.Watch(s.worker.Cmd.Process.Pid)
			answer, err = s.worker.exchange(ctx, request, nil)
			unwatch()
		}
		if !errors.Is(err, errProcessGone) || ctx.Err() != nil {
			break
		}
	}
	if err == nil && !isPlausiblePage(&answer) {
		return wire.PDFResult{}, &convert.Error{Reason: convert.ReasonCrashed, Detail: fmt.Sprintf("the response to %s is not valid", request.Op)}
	}
	return answer, err
}

// record updates metrics and traces for a request that was not preempted.
func (s *slot) record(ctx context.Context, request wire.PDFRequest, start time.Time, err error) {
	if schedule.IsPreempted(context.Cause(ctx)) {
		return
	}
	operation, metrics := string(request.Op), s.pool.cfg.Metrics
	metrics.ObserveStep(convert.KindPDF, operation, time.Since(start))
	tracing.AddStep(ctx, string(convert.KindPDF)+" "+operation, start, err, slog.Int("page", request.Page))
	if !isAbandoned(ctx) {
		metrics.Failed(convert.KindPDF, err)
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
