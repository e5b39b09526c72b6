package pdf

import (
	"context"

	"lectern/backend/convert"
	"lectern/backend/convert/schedule"
)

// quickPerWorker is the number of requests of each kind that are at work at once, per Config.Workers, in addition to those in
// the long class.
const quickPerWorker = 3

// quickRoom returns how many requests of each kind are at work in the quick class.
func quickRoom(cfg convert.Config) int { return cfg.Workers * quickPerWorker }

// scheduler decides when a request may work. Requests for documents that nobody has seen yet take turns apart from requests
// that readers wait for, so that neither kind holds up the other.
type scheduler struct {
	cfg     convert.Config
	unknown *schedule.Scheduler // for documents whose pages nobody has seen
	known   *schedule.Scheduler // for all other documents
}

func newScheduler(cfg convert.Config) scheduler {
	return scheduler{cfg, schedule.New(quickRoom(cfg), cfg.Workers), schedule.New(quickRoom(cfg), cfg.Workers)}
}

// forSource returns where requests for a source take their turns.
func (s scheduler) forSource(src Source) *schedule.Scheduler {
	if src.Unknown {
		return s.unknown
	}
	return s.known
}

// load returns how many requests are at work and waiting.
func (s scheduler) load() convert.Load {
	unknown, known := s.unknown.Load(), s.known.Load()
	return convert.Load{Busy: unknown.Busy + known.Busy, Long: unknown.Long + known.Long, Waiting: unknown.Waiting + known.Waiting}
}

// operation is what a turn is used for. It is done anew when it is preempted.
type operation func(ctx context.Context, s *slot) error

// inTurn waits for a turn and then does an operation with a slot. A preempted operation is repeated in a turn of the next level,
// or ends with a [*schedule.PreemptedError] if the source leaves then. The end of ctx takes precedence over all other errors.
func (s scheduler) inTurn(ctx context.Context, used *slot, src Source, do operation) error {
	used.expectLong(src.Stopped > 0)
	turn, err := s.forSource(src).Acquire(ctx, src.Stopped)
	if err != nil {
		return err
	}
	defer turn.Release()
	for {
		attempt := beginAttempt(ctx, turn, used, src.Clock)
		err = attempt.finish(do(attempt.ctx, used))
		if !schedule.IsPreempted(err) || src.Leaves {
			break
		}
		if err = turn.Reacquire(ctx); err != nil {
			break
		}
	}
	if cause := context.Cause(ctx); err != nil && cause != nil {
		return cause
	}
	return convert.MachineError(s.cfg, err)
}

// attempt is one try of an operation within a turn.
type attempt struct {
	ctx    context.Context // ends when the attempt is preempted
	cancel context.CancelCauseFunc
	used   *slot
	clock  *schedule.Clock
	stop   func() // stops watching for preemption
}

// beginAttempt starts the clock of the document and the work of the slot.
func beginAttempt(ctx context.Context, turn *schedule.Turn, used *slot, clock *schedule.Clock) *attempt {
	a := &attempt{used: used, clock: clock}
	clock.Run()
	used.begin(turn.IsLong())
	a.ctx, a.cancel = context.WithCancelCause(ctx)
	a.stop = turn.OnPreempt(used.slowDown, used.moveToLong, func(err error) { a.cancel(err) })
	return a
}

// finish ends the attempt that failed with err, or succeeded. It returns err, or a [*schedule.PreemptedError] if the attempt failed
// because it was preempted.
func (a *attempt) finish(err error) error {
	a.stop()
	cause := context.Cause(a.ctx)
	preempted := err != nil && schedule.IsPreempted(cause)
	a.used.finish(preempted)
	a.cancel(nil)
	a.clock.Pause()
	if preempted {
		return cause
	}
	return err
}
