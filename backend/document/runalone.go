package document

import (
	"context"
	"errors"
	"sync"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/schedule"
)

// begunAfter is how long a job waits for another's with the same bytes before it makes room
// for others.
const begunAfter = 3 * time.Second

// alone does what is done for all with a key, when nobody else is at it. Where do succeeds, the
// key stays locked until it is left.
func (r *run) alone(ctx context.Context, key string, do func(context.Context) error) error {
	waiting, cancel := ctx, func() {}
	if r.stopped == 0 {
		waiting, cancel = context.WithTimeoutCause(ctx, begunAfter, &schedule.PreemptedError{Stopped: 1})
	}
	defer cancel()
	leave, err := r.locks.take(waiting, key, r.stopped > 0)
	if err != nil {
		return err
	}
	r.leave = once(leave)
	if err := do(ctx); err != nil {
		r.leave(ofAllAlike(err))
		return err
	}
	return nil
}

// once has a turn be left once.
func once(leave func(error)) func(error) {
	var left sync.Once
	return func(failed error) { left.Do(func() { leave(failed) }) }
}

// ofAllAlike gives an error that is of a document's taking long, or nil: others with the
// same bytes need not take as long for it, one after the other.
func ofAllAlike(err error) error {
	cause, ok := errors.AsType[*convert.Error](err)
	if schedule.IsPreempted(err) || ok && cause.Reason == convert.ReasonTimeout {
		return err
	}
	return nil
}
