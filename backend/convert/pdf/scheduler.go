package pdf

import (
	"context"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/schedule"
)

// quickPerWorker times Config.Workers is the number of quick requests that each of the two schedulers runs at the same
// time. A request is quick until it has run for longer than a quantum.
const quickPerWorker = 3

// maxQuick returns the number of quick requests that each of the two schedulers runs at the same time.
func maxQuick(cfg convert.Config) int { return cfg.Workers * quickPerWorker }

// scheduler decides when a request may run. Requests for documents that nobody has seen yet are scheduled separately
// from requests that readers wait for, so that neither kind delays the other.
type scheduler struct {
	undrawn *schedule.Scheduler // for documents whose pages nobody has seen
	drawn   *schedule.Scheduler // for all other documents
}

// newScheduler returns the scheduler of a reader. A quantum of 0 selects the default.
func newScheduler(cfg convert.Config, quantum time.Duration) scheduler {
	config := schedule.Config{Quick: maxQuick(cfg), Long: cfg.Workers, Quantum: quantum}
	return scheduler{undrawn: schedule.New(config), drawn: schedule.New(config)}
}

// forSource returns the scheduler of the requests for a source.
func (s scheduler) forSource(src Source) *schedule.Scheduler {
	if src.Undrawn {
		return s.undrawn
	}
	return s.drawn
}

// load returns the number of running and of waiting requests.
func (s scheduler) load() convert.Load {
	unknown, known := s.undrawn.Load(), s.drawn.Load()
	return convert.Load{Busy: unknown.Busy + known.Busy, Long: unknown.Long + known.Long, Waiting: unknown.Waiting + known.Waiting}
}

// turn is the turn of a request, or the error of waiting for it. An operation that is preempted is repeated in a turn of
// the next level:
//
//	for turn.next() {
//		turn.finishAttempt(operation(turn.attempt))
//	}
//	return turn.err
type turn struct {
	permit *schedule.Turn
	slot   *slot
	src    Source
	ctx    context.Context // ends with the request, or when the pool is closed
	cancel func()

	attempt        context.Context         // is cancelled when the attempt is preempted
	endAttempt     context.CancelCauseFunc // nil if there is no attempt
	stopPreemption func()
	done           bool // there are no further attempts
	err            error
}

// acquire waits for a turn for a request that uses a slot. The caller must release the turn, even if it has an error.
func (s scheduler) acquire(ctx context.Context, slot *slot, src Source) *turn {
	slot.expectLong(src.Preemptions > 0)
	ctx, cancel := slot.pool.untilClosed(ctx)
	held, err := s.forSource(src).Acquire(ctx, src.Preemptions)
	return &turn{permit: held, slot: slot, src: src, ctx: ctx, cancel: cancel, done: err != nil, err: err}
}

// next begins the next attempt: it starts the clock of the document and registers that the slot is in use. It returns
// false if there are no further attempts.
func (t *turn) next() bool {
	if t.done {
		return false
	}
	t.src.Clock.Run()
	t.slot.begin(t.permit.IsLong())
	t.attempt, t.endAttempt = context.WithCancelCause(t.ctx)
	t.stopPreemption = t.permit.OnPreempt(t.slot.slowDown, t.slot.moveToLong, t.endAttempt)
	return true
}

// finishAttempt ends an attempt with the result err. If the attempt was preempted, finishAttempt waits for a turn of
// the next level; if EndsWhenPreempted is set, it sets the error of the turn to a [*schedule.PreemptedError] instead.
// If ctx has ended, the cause of ctx replaces any other error.
func (t *turn) finishAttempt(err error) {
	err = t.stopAttempt(err)
	t.done = !schedule.IsPreempted(err) || t.src.EndsWhenPreempted
	if !t.done {
		err = t.permit.Reacquire(t.ctx)
		t.done = err != nil
	}
	if cause := context.Cause(t.ctx); err != nil && cause != nil {
		err = cause
	}
	t.err = convert.MachineError(t.slot.pool.cfg, err)
}

// stopAttempt stops the clock and the preemption of an attempt with the result err. It returns a
// [*schedule.PreemptedError] if the attempt failed because it was preempted, and otherwise err.
func (t *turn) stopAttempt(err error) error {
	t.stopPreemption()
	cause := context.Cause(t.attempt)
	preempted := err != nil && schedule.IsPreempted(cause)
	t.slot.finish(preempted)
	t.endAttempt(nil)
	t.endAttempt = nil
	t.src.Clock.Pause()
	if preempted {
		return cause
	}
	return err
}

// release ends the turn. If an attempt has not ended, because the operation panicked, the process of the slot is not
// used again.
func (t *turn) release() {
	if t.endAttempt != nil {
		if t.slot.worker != nil {
			t.slot.worker.worn = true
		}
		_ = t.stopAttempt(nil) // returns the error that it is given: none
	}
	t.permit.Release()
	t.cancel()
}
