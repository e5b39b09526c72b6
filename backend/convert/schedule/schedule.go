// Package schedule shares the converters between short and long work, and limits the time of each document.
package schedule

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"lectern/backend/convert"
)

// PreemptedError is returned for work that was stopped because it took long while other work waited. It must be started again.
type PreemptedError struct {
	// Stopped is how often the work has been preempted so far. Work that was moved to the long class counts once more, because
	// it has had its first turn there.
	Stopped int
}

// Error implements error.
func (e *PreemptedError) Error() string { return "stopped for others" }

// IsPreempted reports whether err is, or wraps, a [*PreemptedError].
func IsPreempted(err error) bool {
	_, ok := errors.AsType[*PreemptedError](err)
	return ok
}

// maxQuantum is the longest quantum of a quick turn. The quantum shrinks down to minQuantum while one turn after another exceeds
// it.
const (
	maxQuantum = 3 * time.Second
	minQuantum = maxQuantum / 3
)

// retryPreempt is how often a turn that has exceeded its quantum checks whether it must be preempted.
const retryPreempt = 100 * time.Millisecond

// # Preemption
//
// How a slow document makes room for others, from its process outwards:
//
//  1. Its turn lasts for the quantum ([Turn.OnPreempt]). Then it continues in the long class, with a lower priority of its
//     process, if there is room.
//  2. If there is no room and others wait, its process is killed, and the conversion returns a [PreemptedError]. So does a
//     request to a PDF process whose source leaves; other requests wait for their next turn.
//  3. The document's job ends with that error. In the same transaction a new job is queued, which records how often it was
//     preempted (document.NextJob). Jobs that wait for the same bytes end likewise (document.keyLocks).
//  4. Preempted jobs have queues of their own, "office-long" and "pdf-long", by priority: jobs that were preempted less often
//     come first. Only so few of them are started at a time that this order holds; of jobs that were never preempted, many are
//     started.
//  5. Such a job enters the long class at its level. At each level its turn is four times as long.
//
// The document's [Clock] is paused meanwhile. Jobs wait as long as there are always others that were preempted less often;
// every document of such a flow must exceed the quantum.

// Scheduler shares converters between short and long work with a multilevel feedback queue, so that a few documents that take
// minutes do not hold up all others. A turn that exceeds its quantum continues in the long class, with a lower priority. If the
// long class has no room and others wait, the work is preempted and must be started again in a turn of the long class. Work in
// the long class is preempted as well, later at each level, if others wait for that class. Each class serves callers in the
// order in which they came. The job queue decides how many wait, and starts jobs first that were preempted less often. A
// Scheduler is safe for concurrent use.
type Scheduler struct {
	quick, long class
	quantum     quantum
}

func New(quick, long int) *Scheduler {
	return &Scheduler{quick: newClass(quick), long: newClass(long), quantum: quantum{most: maxQuantum, now: maxQuantum}}
}

// class has room for a number of turns.
type class struct {
	room       *semaphore.Weighted
	waiting    atomic.Int64
	taken      atomic.Int64
	preempting atomic.Int64 // turns that are about to make room for a waiting caller
}

func newClass(room int) class { return class{room: semaphore.NewWeighted(int64(room))} }

// acquire waits for room, in the order of the callers. Its error is the cause of ctx.
func (c *class) acquire(ctx context.Context) error {
	if !c.room.TryAcquire(1) {
		c.waiting.Add(1)
		defer c.waiting.Add(-1)
		if err := c.room.Acquire(ctx, 1); err != nil {
			return context.Cause(ctx)
		}
	}
	c.taken.Add(1)
	return nil
}

func (c *class) release() {
	c.taken.Add(-1)
	c.room.Release(1)
}

// mayPreempt reports whether a turn must make room, and counts it as preempting: as many turns must as callers wait.
func (c *class) mayPreempt() bool {
	if c.preempting.Add(1) <= c.waiting.Load() {
		return true
	}
	c.preempting.Add(-1)
	return false
}

// quantum is how long a quick turn lasts before it is preempted. It shrinks while slow documents follow each other, so that a
// caller behind them waits less for each, and grows again when most turns end in time.
type quantum struct {
	mu        sync.Mutex
	now, most time.Duration
}

func (q *quantum) get() time.Duration {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.now
}

// adjust halves the quantum after a preempted turn and doubles it after any other.
func (q *quantum) adjust(stopped bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if stopped {
		q.now = max(q.now/2, min(minQuantum, q.most))
	} else {
		q.now = min(q.now*2, q.most)
	}
}

// Acquire waits for a turn for work that was preempted the given number of times: in the quick class for 0, otherwise in the
// long class. The caller must release the turn.
func (s *Scheduler) Acquire(ctx context.Context, stopped int) (*Turn, error) {
	t := &Turn{schedule: s, level: stopped}
	if err := t.class().acquire(ctx); err != nil {
		return nil, err
	}
	t.start()
	return t, nil
}

// turnLength returns how long a turn of a level lasts: in the long class 2, 8 and 32 times the longest quick turn, so that
// repeated work is the smaller part.
func (s *Scheduler) turnLength(level int) time.Duration {
	if level == 0 {
		return s.quantum.get()
	}
	return 2 * s.quantum.most << min(2*(level-1), 16)
}

// Idle reports whether nobody waits for a quick turn.
func (s *Scheduler) Idle() bool { return s.quick.waiting.Load() == 0 }

// JoinQueue counts the caller as waiting for a quick turn until it calls leave.
func (s *Scheduler) JoinQueue() (leave func()) {
	s.quick.waiting.Add(1)
	return func() { s.quick.waiting.Add(-1) }
}

// SetQuantum sets the quantum of turns that begin from now on.
func (s *Scheduler) SetQuantum(d time.Duration) {
	s.quantum.mu.Lock()
	defer s.quantum.mu.Unlock()
	s.quantum.now, s.quantum.most = d, d
}

// Load returns how many turns are taken and waited for.
func (s *Scheduler) Load() convert.Load {
	long := int(s.long.taken.Load())
	return convert.Load{Busy: int(s.quick.taken.Load()) + long, Long: long, Waiting: int(s.quick.waiting.Load() + s.long.waiting.Load())}
}

// Turn is the right to run one conversion or request. A nil Turn belongs to work that needs none.
type Turn struct {
	schedule *Scheduler

	mu         sync.Mutex
	level      int       // 0 in the quick class; in the long class, how often the work was preempted
	preemptAt  time.Time // end of the quantum
	released   bool
	preempting bool // counted in class.preempting
}

// class returns the class in which the turn takes room; the caller holds mu if others use the turn as well.
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

// moveToLong moves a quick turn to the long class if there is room, and reports whether it did; the caller holds mu.
func (t *Turn) moveToLong() bool {
	if t.level > 0 || !t.schedule.long.room.TryAcquire(1) {
		return false
	}
	t.releaseRoom()
	t.schedule.long.taken.Add(1)
	t.level = 1
	t.start()
	return true
}

// OnPreempt watches the turn until stop is called. At the end of the quantum it calls slow, and then moved if the turn
// continues in the long class. If there is no room for that, or the turn has exceeded its time there as well, and others wait,
// it calls preempt: the work must stop and be started again in a turn of the next level. Each function is called at most once,
// and none after the turn was released or stop has returned. A nil Turn is never preempted.
func (t *Turn) OnPreempt(slow, moved func(), preempt func(error)) (stop func()) {
	if t == nil {
		return func() {}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	slow = sync.OnceFunc(slow)
	stopped := false
	var timer *time.Timer
	timer = time.AfterFunc(time.Until(t.preemptAt), func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if stopped || t.released {
			return
		}
		slow()
		switch {
		case t.moveToLong():
			moved()
			timer.Reset(time.Until(t.preemptAt))
		case t.mayPreempt():
			preempt(&PreemptedError{Stopped: t.level + 1})
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

// mayPreempt reports whether the turn must make room for another one; the caller holds mu.
func (t *Turn) mayPreempt() bool {
	t.preempting = t.preempting || t.class().mayPreempt()
	return t.preempting
}

// Reacquire releases the turn and waits for one of the next level. After an error the turn has ended.
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

// releaseRoom releases the room of the turn; the caller holds mu.
func (t *Turn) releaseRoom() {
	class := t.class()
	if t.preempting {
		t.preempting = false
		class.preempting.Add(-1)
	}
	class.release()
}
