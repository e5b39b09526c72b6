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

// enterAndServe answers a request as one of its document's users.
func (p *Reader) enterAndServe(ctx context.Context, src Source, request wire.PDFRequest) (reply, error) {
	d, err := p.enter(src.Key)
	if err != nil {
		return reply{}, err
	}
	defer p.leave(d)
	return p.serve(ctx, d, src, request)
}

// untilClosed is a context that ends with Close, too.
func (p *Reader) untilClosed(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(p.closing, func() { cancel(convert.ErrClosed) })
	return ctx, func() { stop(); cancel(nil) }
}

// serve waits for one of the document's lanes, and then for a turn, and answers the
// request.
func (p *Reader) serve(ctx context.Context, d *openDocument, src Source, request wire.PDFRequest) (reply, error) {
	ctx, cancel := p.untilClosed(ctx)
	defer cancel()
	lane, err := p.lane(ctx, d, src)
	if err != nil {
		return reply{}, err
	}
	defer p.giveBack(lane)
	var reply reply
	err = p.inTurn(ctx, lane, src, func(ctx context.Context) (err error) {
		reply, err = p.answer(ctx, lane, src, request)
		return err
	})
	if failure, ok := errors.AsType[*convert.Error](err); ok {
		p.log.WarnContext(ctx, "pdf request failed", "document", src.Key, "operation", request.Op, "page", request.Page,
			"reason", failure.Reason, "detail", failure.Detail)
	}
	return reply, err
}

// schedule is where requests for the source take their turns.
func (p *Reader) schedule(src Source) *schedule.Scheduler {
	if src.Unknown {
		return p.unknown
	}
	return p.known
}

// inTurn does what a lane is wanted for when its turn has come, and anew if it was
// stopped for others and does not leave then. An end of ctx is the error before all others.
func (p *Reader) inTurn(ctx context.Context, lane *slot, src Source, do func(context.Context) error) error {
	p.expect(lane, src.Stopped > 0)
	turn, err := p.schedule(src).Acquire(ctx, src.Stopped)
	if err != nil {
		return err
	}
	defer turn.Release()
	err = p.attempt(ctx, turn, lane, src.Clock, do)
	for schedule.IsPreempted(err) && !src.Leaves {
		if err = turn.Reacquire(ctx); err == nil {
			err = p.attempt(ctx, turn, lane, src.Clock, do)
		}
	}
	if cause := context.Cause(ctx); err != nil && cause != nil {
		return cause
	}
	return convert.MachineError(p.cfg, err)
}

// attempt does it within a turn. The error is a CrowdedError where it was stopped for others.
func (p *Reader) attempt(ctx context.Context, turn *schedule.Turn, lane *slot, clock *schedule.Clock, do func(context.Context) error) error {
	clock.Run()
	defer clock.Pause()
	p.begin(lane, turn.IsLong())
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stop := turn.OnPreempt(func() { p.slow(lane) }, func() { p.move(lane) }, func(err error) { cancel(err) })
	err := do(ctx)
	stop()
	crowded := err != nil && schedule.IsPreempted(context.Cause(ctx))
	p.rest(lane, crowded)
	if crowded {
		return context.Cause(ctx)
	}
	return err
}

// answer is called by who has the lane and a turn. A process that died since the last
// request is replaced, and the request is not the one to fail for it.
func (p *Reader) answer(ctx context.Context, lane *slot, src Source, request wire.PDFRequest) (reply, error) {
	begin := time.Now()
	reply, err := p.try(ctx, lane, src, request)
	if errors.Is(err, errGone) && ctx.Err() == nil {
		reply, err = p.try(ctx, lane, src, request)
	}
	if !schedule.IsPreempted(context.Cause(ctx)) {
		p.cfg.Metrics.Took(convert.KindPDF, string(request.Op), time.Since(begin))
		tracing.Note(ctx, string(convert.KindPDF)+" "+string(request.Op), begin, err, slog.Int("page", request.Page))
		if !leftAlone(ctx) {
			p.cfg.Metrics.Failed(convert.KindPDF, err)
		}
	}
	return reply, err
}

// leftAlone says whether a request was ended for the sake of who asked: readers leave, and
// servers are closed. One that was ended for its time, or for its document's, was not.
func leftAlone(ctx context.Context) bool {
	cause := context.Cause(ctx)
	_, late := errors.AsType[*convert.Error](cause)
	return cause != nil && !late && !errors.Is(cause, context.DeadlineExceeded)
}

func (p *Reader) try(ctx context.Context, lane *slot, src Source, request wire.PDFRequest) (reply, error) {
	if err := p.ready(ctx, lane, src); err != nil {
		return reply{}, err
	}
	if request.Op == wire.PDFOpen {
		return reply{payload: lane.info}, nil
	}
	defer src.Clock.Watch(lane.process.Cmd.Process.Pid)()
	return lane.process.exchange(ctx, request, nil)
}

// ready sees to it that the lane has a process that lives and has the document open.
func (p *Reader) ready(ctx context.Context, lane *slot, src Source) error {
	if lane.process != nil && lane.process.Alive() {
		return nil
	}
	info, err := p.open(ctx, lane, src, "")
	if err != nil {
		return err
	}
	lane.info = info
	return nil
}

// open gives the lane a new process and has it open the document. Where that fails,
// the process has ended.
func (p *Reader) open(ctx context.Context, lane *slot, src Source, password string) (info []byte, err error) {
	file, err := src.Open(ctx)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	process, err := p.take()
	if err != nil {
		return nil, err
	}
	// Not before the document is open: its reader waits for that.
	defer p.work.Go(p.refill)
	p.replace(lane, process)
	opened, err := process.exchange(ctx, wire.PDFRequest{Op: wire.PDFOpen, Password: password}, file)
	if err != nil {
		process.end()
	}
	return opened.payload, err
}
