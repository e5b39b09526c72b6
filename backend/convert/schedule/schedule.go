// Package schedule divides the converters between short and long documents, and limits the time of each document.
package schedule

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"lectern/backend/convert"
)

// PreemptedError is the error of work that was stopped because it took long while other work waited. The work must be
// started again.
type PreemptedError struct {
	// Preemptions is the number of times that the work was preempted. If the work was moved to the long class before it
	// was preempted, that counts as one more, because the work has already had its first turn in the long class.
	Preemptions int
}

// Error implements error.
func (e *PreemptedError) Error() string { return "stopped for more urgent requests" }

// IsPreempted reports whether err is, or wraps, a [*PreemptedError].
func IsPreempted(err error) bool {
	_, ok := errors.AsType[*PreemptedError](err)
	return ok
}

// The quantum is the time that a turn in the quick class lasts before it may be preempted. maxQuantum is the default of
// its maximum, Config.Quantum. The quantum shrinks, down to minQuantum, while one turn after another exceeds it.
const (
	maxQuantum = 3 * time.Second
	minQuantum = maxQuantum / 3
)

// retryPreempt is the interval at which a turn that has exceeded its quantum checks whether it must be preempted.
const retryPreempt = 100 * time.Millisecond

// # Preemption
//
// A slow document makes room for other documents in these steps:
//
//  1. Its turn lasts for the quantum ([Turn.OnPreempt]). After that, it continues in the long class if there is room,
//     and its process gets a lower priority.
//  2. If there is no room and other documents wait, its process is killed, and the conversion returns a
//     [PreemptedError]. A request to a PDF process also returns this error if EndsWhenPreempted is set in its source;
//     otherwise it waits for its next turn.
//  3. The document's job ends with that error. In the same transaction a new job is queued, which records how often it
//     was preempted (document.NextJob). Jobs that wait for the same content end in the same way (document.keyLocks).
//  4. Preempted jobs have separate queues, "office-long" and "pdf-long". Jobs that were preempted less often come
//     first. To keep that order, only a few of these jobs are started at a time. Jobs that were never preempted are
//     started without that restriction.
//  5. A preempted job gets a turn in the long class. The number of its preemptions is the level of the turn. At each
//     level, a turn is four times as long as at the previous level.
//
// While a document waits, its [Clock] is paused. A job can wait forever if new jobs that were preempted less often keep
// arriving; each of them must have exceeded the quantum.

// Scheduler divides converters between short and long work with a multilevel feedback queue, so that a few documents
// that take minutes do not delay all other documents. A turn that exceeds its quantum continues in the long class, with
// a lower priority. If there is no room in the long class and other work waits, the work is preempted and must be
// started again in a turn of the long class. Work in the long class is preempted as well if other work waits for that
// class; its turns get longer after each preemption. Each class serves callers in order of arrival. The job queue
// limits the number of waiting callers, and starts those jobs first that were preempted less often. A Scheduler is safe
// for concurrent use.
type Scheduler struct {
	quick, long class
	quantum     quantum
}

// Config contains the limits of a [Scheduler].
type Config struct {
	Quick, Long int           // how many turns of each class there may be at the same time
	Quantum     time.Duration // the longest quantum of a quick turn; 0 for [maxQuantum]
}

// New returns a scheduler, of which no turn is in use yet.
func New(config Config) *Scheduler {
	limit := cmp.Or(config.Quantum, maxQuantum)
	return &Scheduler{quick: newClass(config.Quick), long: newClass(config.Long), quantum: quantum{limit: limit, current: limit}}
}

// class allows a limited number of turns at the same time.
type class struct {
	permits    *semaphore.Weighted
	waiting    atomic.Int64
	inUse      atomic.Int64
	preempting atomic.Int64 // number of turns that are being preempted for a waiting caller
}

func newClass(limit int) class { return class{permits: semaphore.NewWeighted(int64(limit))} }

// acquire waits until fewer turns of the class are in use than the limit. Callers are served in order of arrival. The
// error is the cause of ctx.
func (c *class) acquire(ctx context.Context) error {
	if !c.permits.TryAcquire(1) {
		c.waiting.Add(1)
		defer c.waiting.Add(-1)
		if err := c.permits.Acquire(ctx, 1); err != nil {
			return context.Cause(ctx)
		}
	}
	c.inUse.Add(1)
	return nil
}

func (c *class) release() {
	c.inUse.Add(-1)
	c.permits.Release(1)
}

// mayPreempt reports whether a turn that has exceeded its time must be preempted, and counts the turn as preempted in
// that case. The number of preempted turns never exceeds the number of waiting callers.
func (c *class) mayPreempt() bool {
	if c.preempting.Add(1) <= c.waiting.Load() {
		return true
	}
	c.preempting.Add(-1)
	return false
}

// quantum is the time that a turn in the quick class lasts before it is preempted. It shrinks while slow documents
// follow each other, so that callers wait less for each of them, and grows again when most turns end in time.
type quantum struct {
	mu             sync.Mutex
	current, limit time.Duration
}

func (q *quantum) get() time.Duration {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.current
}

// adjust halves the quantum after a turn that was preempted, and doubles it after any other turn. The quantum stays
// between minQuantum and limit; if limit is lower than minQuantum, it equals limit.
func (q *quantum) adjust(preempted bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if preempted {
		q.current = max(q.current/2, min(minQuantum, q.limit))
	} else {
		q.current = min(q.current*2, q.limit)
	}
}

// Acquire waits for a turn. The argument preemptions is the number of times that the work was preempted. If it is 0,
// the turn is in the quick class, otherwise in the long class. The caller must release the turn.
func (s *Scheduler) Acquire(ctx context.Context, preemptions int) (*Turn, error) {
	t := &Turn{schedule: s, level: preemptions}
	if err := t.class().acquire(ctx); err != nil {
		return nil, err
	}
	t.start()
	return t, nil
}

// turnLength returns the duration of a turn at a level. In the long class it is 2, 8, 32 and so on times the longest
// quick turn. Preempted work starts again from the beginning. Because the turns grow, repeated work is the smaller part
// of all work.
func (s *Scheduler) turnLength(level int) time.Duration {
	if level == 0 {
		return s.quantum.get()
	}
	return 2 * s.quantum.limit << min(2*(level-1), 16)
}

// Idle reports whether nobody waits for a quick turn.
func (s *Scheduler) Idle() bool { return s.quick.waiting.Load() == 0 }

// JoinQueue counts the caller as waiting for a quick turn until leave is called.
func (s *Scheduler) JoinQueue() (leave func()) {
	s.quick.waiting.Add(1)
	return func() { s.quick.waiting.Add(-1) }
}

// Load returns the number of turns in use and of waiting callers.
func (s *Scheduler) Load() convert.Load {
	long := int(s.long.inUse.Load())
	return convert.Load{Busy: int(s.quick.inUse.Load()) + long, Long: long, Waiting: int(s.quick.waiting.Load() + s.long.waiting.Load())}
}

// Turn is the permission to run one conversion or request. A nil Turn is for work that needs no permission.
type Turn struct {
	schedule *Scheduler

	mu         sync.Mutex
	level      int       // 0 in the quick class; in the long class, the number of preemptions
	preemptAt  time.Time // end of the quantum
	released   bool
	preempting bool // it is counted in class.preempting
}

// class returns the class of the turn. The caller holds mu if the turn is shared.
func (t *Turn) class() *class {
	if t.level == 0 {
		return &t.schedule.quick
	}
	return &t.schedule.long
}

// start starts a turn of the current level.
func (t *Turn) start() {
	t.preemptAt, t.released = time.Now().Add(t.schedule.turnLength(t.level)), false
}

// moveToLong moves a quick turn to the long class if there is room, and reports whether it did. The caller holds mu.
func (t *Turn) moveToLong() bool {
	if t.level > 0 || !t.schedule.long.permits.TryAcquire(1) {
		return false
	}
	t.releaseRoom()
	t.schedule.long.inUse.Add(1)
	t.level = 1
	t.start()
	return true
}

// OnPreempt watches the turn until stop is called. At the end of the quantum it calls the function onSlow. If the turn
// continues in the long class, it then calls the function onMoved. It calls the function onPreempt if other work waits
// and there is no room in the long class, or the turn has exceeded its time there as well. The work must then stop and
// be started again in a turn of the next level. Each function is called at most once, and none after the turn was
// released or stop has returned. A nil Turn is never preempted.
func (t *Turn) OnPreempt(onSlow, onMoved func(), onPreempt func(error)) (stop func()) {
	if t == nil {
		return func() {}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	onSlow = sync.OnceFunc(onSlow)
	stopped := false
	var timer *time.Timer
	timer = time.AfterFunc(time.Until(t.preemptAt), func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if stopped || t.released {
			return
		}
		onSlow()
		switch {
		case t.moveToLong():
			onMoved()
			timer.Reset(time.Until(t.preemptAt))
		case t.mayPreempt():
			onPreempt(&PreemptedError{Preemptions: t.level + 1})
		default:
			timer.Reset(retryPreempt)
		}
	})
	return func() {
		timer.Stop()
		t.mu.Lock()
		defer t.mu.Unlock()
		stopped = true
	}
}

// mayPreempt reports whether the turn must be preempted because another caller waits. The caller holds mu.
func (t *Turn) mayPreempt() bool {
	t.preempting = t.preempting || t.class().mayPreempt()
	return t.preempting
}

// Reacquire releases the turn and waits for a turn of the next level. After an error, the turn has ended.
func (t *Turn) Reacquire(ctx context.Context) error {
	t.Release()
	if err := t.schedule.long.acquire(ctx); err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.level++
	t.start()
	return nil
}

// IsLong reports whether the turn is in the long class. A nil Turn is not.
func (t *Turn) IsLong() bool {
	if t == nil {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.level > 0
}

// Release ends the turn. Further calls have no effect.
func (t *Turn) Release() {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.released {
		return
	}
	t.released = true
	if t.level == 0 {
		t.schedule.quantum.adjust(t.preempting)
	}
	t.releaseRoom()
}

// releaseRoom frees the place of the turn in its class for other turns. The caller holds mu.
func (t *Turn) releaseRoom() {
	class := t.class()
	if t.preempting {
		t.preempting = false
		class.preempting.Add(-1)
	}
	class.release()
}
