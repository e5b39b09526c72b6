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

// quickRoom returns the number of quick requests that each of the two schedulers runs at the same time.
func quickRoom(cfg convert.Config) int { return cfg.Workers * quickPerWorker }

// scheduler decides when a request may run. Requests for documents that nobody has seen yet are scheduled separately
// from requests that readers wait for, so that neither kind delays the other.
type scheduler struct {
	unknown *schedule.Scheduler // for documents whose pages nobody has seen
	known   *schedule.Scheduler // for all other documents
}

// newScheduler returns the scheduler of a reader. A quantum of 0 selects the default.
func newScheduler(cfg convert.Config, quantum time.Duration) scheduler {
	config := schedule.Config{Quick: quickRoom(cfg), Long: cfg.Workers, Quantum: quantum}
	return scheduler{unknown: schedule.New(config), known: schedule.New(config)}
}

// forSource returns the scheduler of the requests for a source.
func (s scheduler) forSource(src Source) *schedule.Scheduler {
	if src.Unknown {
		return s.unknown
	}
	return s.known
}

// load returns the number of running and of waiting requests.
func (s scheduler) load() convert.Load {
	unknown, known := s.unknown.Load(), s.known.Load()
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
	held   *schedule.Turn
	used   *slot
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
func (s scheduler) acquire(ctx context.Context, used *slot, src Source) *turn {
	used.expectLong(src.Stopped > 0)
	ctx, cancel := used.pool.untilClosed(ctx)
	held, err := s.forSource(src).Acquire(ctx, src.Stopped)
	return &turn{held: held, used: used, src: src, ctx: ctx, cancel: cancel, done: err != nil, err: err}
}

// next begins the next attempt: it starts the clock of the document and registers that the slot is in use. It returns
// false if there are no further attempts.
func (t *turn) next() bool {
	if t.done {
		return false
	}
	t.src.Clock.Run()
	t.used.begin(t.held.IsLong())
	t.attempt, t.endAttempt = context.WithCancelCause(t.ctx)
	t.stopPreemption = t.held.OnPreempt(t.used.slowDown, t.used.moveToLong, t.endAttempt)
	return true
}

// finishAttempt ends an attempt with the result err. If the attempt was preempted, finishAttempt waits for a turn of
// the next level; if Leaves is set, it sets the error of the turn to a [*schedule.PreemptedError] instead. If ctx has
// ended, the cause of ctx replaces any other error.
func (t *turn) finishAttempt(err error) {
	err = t.stopAttempt(err)
	t.done = !schedule.IsPreempted(err) || t.src.Leaves
	if !t.done {
		err = t.held.Reacquire(t.ctx)
		t.done = err != nil
	}
	if cause := context.Cause(t.ctx); err != nil && cause != nil {
		err = cause
	}
	t.err = convert.MachineError(t.used.pool.cfg, err)
}

// stopAttempt stops the clock and the preemption of an attempt with the result err. It returns a
// [*schedule.PreemptedError] if the attempt failed because it was preempted, and otherwise err.
func (t *turn) stopAttempt(err error) error {
	t.stopPreemption()
	cause := context.Cause(t.attempt)
	preempted := err != nil && schedule.IsPreempted(cause)
	t.used.finish(preempted)
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
		if t.used.worker != nil {
			t.used.worker.worn = true
		}
		_ = t.stopAttempt(nil) // returns the error that it is given: none
	}
	t.held.Release()
	t.cancel()
}
