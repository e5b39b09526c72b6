package pdf

import (
	"context"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/schedule"
)

// quickPerWorker is the number of requests of each kind that can run at the same time, per Config.Workers, not counting
// those in the long class.
const quickPerWorker = 3

// quickRoom returns the number of requests of each kind that can run in the quick class.
func quickRoom(cfg convert.Config) int { return cfg.Workers * quickPerWorker }

// scheduler decides when a request may run. Requests for documents that nobody has seen yet are scheduled separately
// from requests that readers wait for, so that neither kind delays the other.
type scheduler struct {
	cfg     convert.Config
	unknown *schedule.Scheduler // for documents whose pages nobody has seen
	known   *schedule.Scheduler // for all other documents
}

// newScheduler returns the scheduler of a reader. The quantum of 0 is the usual one.
func newScheduler(cfg convert.Config, quantum time.Duration) scheduler {
	config := schedule.Config{Quick: quickRoom(cfg), Long: cfg.Workers, Quantum: quantum}
	return scheduler{cfg, schedule.New(config), schedule.New(config)}
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

// operation is the work that is done during a turn. If it is preempted, it is started again.
type operation func(ctx context.Context, s *slot) error

// inTurn waits for a turn and then performs an operation with a slot. If the operation is preempted, it is repeated in
// a turn of the next level, or ends with a [*schedule.PreemptedError] if Leaves is set. The end of ctx takes precedence
// over all other errors.
func (s scheduler) inTurn(ctx context.Context, used *slot, src Source, do operation) error {
	used.expectLong(src.Stopped > 0)
	turn, err := s.forSource(src).Acquire(ctx, src.Stopped)
	if err != nil {
		return err
	}
	defer turn.Release()
	for {
		attempt := beginAttempt(ctx, turn, used, src.Clock)
		err = attempt.run(do)
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

// attempt is one attempt of an operation, during one turn.
type attempt struct {
	ctx    context.Context // is cancelled when the attempt is preempted
	cancel context.CancelCauseFunc
	used   *slot
	clock  *schedule.Clock
	stop   func() // stops watching for preemption
}

// beginAttempt starts the clock of the document and registers that the slot is in use.
func beginAttempt(ctx context.Context, turn *schedule.Turn, used *slot, clock *schedule.Clock) *attempt {
	a := &attempt{used: used, clock: clock}
	clock.Run()
	used.begin(turn.IsLong())
	a.ctx, a.cancel = context.WithCancelCause(ctx)
	a.stop = turn.OnPreempt(used.slowDown, used.moveToLong, func(err error) { a.cancel(err) })
	return a
}

// run performs the operation and finishes the attempt. If the operation panics, the attempt is finished as well, and its
// process is not used again.
func (a *attempt) run(do operation) (err error) {
	returned := false
	defer func() {
		if !returned && a.used.worker != nil {
			a.used.worker.worn = true
		}
		err = a.finish(err)
	}()
	err = do(a.ctx, a.used)
	returned = true
	return err
}

// finish ends the attempt, whose result is err. It returns a [*schedule.PreemptedError] if the attempt failed because
// it was preempted, else err.
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
