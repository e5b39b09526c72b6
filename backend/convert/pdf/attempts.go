package pdf

import (
	"context"

	"lectern/backend/convert"
	"lectern/backend/convert/schedule"
)

// attempts contains the attempts of an operation on a PDF. Each attempt has a turn ([schedule.Turn]). If an attempt is
// preempted, the operation is repeated in another turn, which lasts longer:
//
//	for attempts.next() {
//		attempts.finishCurrent(operation(attempts.current))
//	}
//	return attempts.err
type attempts struct {
	turn   *schedule.Turn
	slot   *slot
	src    Source
	ctx    context.Context // ends with the request, or when the pool is closed
	cancel func()

	current        context.Context         // is cancelled when the attempt is preempted
	endCurrent     context.CancelCauseFunc // nil if there is no attempt
	stopPreemption func()
	done           bool // there are no further attempts
	err            error
}

// acquire waits for the first turn of a request that uses a slot. The caller must release the attempts, even if err is
// set.
func (s schedulerPair) acquire(ctx context.Context, slot *slot, src Source) *attempts {
	slot.expectLong(src.Preemptions > 0)
	ctx, cancel := slot.pool.untilClosed(ctx)
	turn, err := s.forSource(src).Acquire(ctx, src.Preemptions)
	return &attempts{turn: turn, slot: slot, src: src, ctx: ctx, cancel: cancel, done: err != nil, err: err}
}

// next begins the next attempt: it starts the clock of the document and registers that the slot is in use. It returns
// false if there are no further attempts.
func (a *attempts) next() bool {
	if a.done {
		return false
	}
	a.src.Clock.Run()
	a.slot.begin(a.turn.IsLong())
	a.current, a.endCurrent = context.WithCancelCause(a.ctx)
	a.stopPreemption = a.turn.OnPreempt(a.slot.slowDown, a.slot.moveToLong, a.endCurrent)
	return true
}

// finishCurrent ends the current attempt with the result err. If the attempt was preempted, finishCurrent waits for the
// next turn; if EndsWhenPreempted is set, the error of the attempts is a [*schedule.PreemptedError] instead. If ctx has
// ended, the cause of ctx replaces any other error.
func (a *attempts) finishCurrent(err error) {
	err = a.stopCurrent(err)
	a.done = !schedule.IsPreempted(err) || a.src.EndsWhenPreempted
	if !a.done {
		err = a.turn.Reacquire(a.ctx)
		a.done = err != nil
	}
	if cause := context.Cause(a.ctx); err != nil && cause != nil {
		err = cause
	}
	a.err = convert.MachineError(a.slot.pool.cfg, err)
}

// stopCurrent stops the clock and the preemption of the current attempt with the result err. It returns a
// [*schedule.PreemptedError] if the attempt failed because it was preempted, and otherwise err.
func (a *attempts) stopCurrent(err error) error {
	a.stopPreemption()
	cause := context.Cause(a.current)
	preempted := err != nil && schedule.IsPreempted(cause)
	a.slot.finish(preempted)
	a.endCurrent(nil)
	a.endCurrent = nil
	a.src.Clock.Pause()
	if preempted {
		return cause
	}
	return err
}

// release ends the current turn. If an attempt has not ended because the operation has panicked, the process of the
// slot is not used again.
func (a *attempts) release() {
	if a.endCurrent != nil {
		if a.slot.worker != nil {
			a.slot.worker.worn = true
		}
		_ = a.stopCurrent(nil) // returns its argument, nil
	}
	a.turn.Release()
	a.cancel()
}
