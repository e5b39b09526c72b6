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

// CrowdedError is why work is stopped that has taken long while others wait: it is to begin
// anew, when those have had their turn.
type PreemptedError struct {
	// Stopped is how often that has been by now, or would have been: who was moved to the
	// long class and is stopped there has had its turn in that.
	Stopped int
}

// Error says so.
func (e *PreemptedError) Error() string { return "stopped for others" }

// IsCrowded says whether work was stopped for others.
func IsPreempted(err error) bool {
	_, ok := errors.AsType[*PreemptedError](err)
	return ok
}

// longAfter is how long a conversion may take before it makes room for others; where one
// after the other does, it becomes shorter, down to shortAfter.
const (
	longAfter  = 3 * time.Second
	shortAfter = longAfter / 3
)

// lookAgain is how often one that has taken so long looks whether it must.
const retryPreempt = 100 * time.Millisecond

// # Giving way
//
// How one document that takes long makes room for others, from its process outwards:
//
//  1. Its turn lasts for the quantum; a timer of the turn looks then ([turn.watch]). It goes on in
//     the long class, its process with less right to the processors, where there is room.
//  2. Where there is none and others wait, its process is killed, and [Office.Convert] gives a
//     [CrowdedError]. A PDF's request does so where its [Source] leaves; others wait within
//     [PDF] for their next turn.
//  3. The document's run ends with that error: in one transaction the job is done, and a new one
//     is in the queue, which knows how often it was stopped (document.NextJob). Who waits for the
//     same bytes ends likewise (document.keyLocks).
//  4. Jobs that were stopped have queues of their own, "office-long" and "pdf-long", by priority:
//     who was stopped less often comes first. So few of them are begun at a time that the queue's
//     order holds (backend.waitingLong); of those that were never stopped many are.
//  5. Such a job enters the long class with its level, for a turn that is four times as long at each.
//
// The document's [Clock] stands meanwhile. What comes in while there are always others that were
// stopped less often waits; such a flow must be of documents that each take longer than a quantum.

// schedule shares the converters between short documents and long ones, so that a few
// that take minutes do not hold up all others: a multilevel feedback queue. Who has been
// at it for [longAfter] goes on beside the others, in a class of its own with less right
// to the processors. Where that has no room, and others wait, it is stopped, and waits for
// a turn there to begin anew; so is, later each time, who is in that class while others
// wait for it. In each class those come first that came first: that those do in the long
// one that were stopped less often is for the job queue to see to, and how many may wait
// in all.
type Scheduler struct {
	quick, long class
	quantum     quantum
}

func New(quick, long int) *Scheduler {
	return &Scheduler{quick: newClass(quick), long: newClass(long), quantum: quantum{most: longAfter, now: longAfter}}
}

// class has room for so many turns.
type class struct {
	room       *semaphore.Weighted
	waiting    atomic.Int64
	taken      atomic.Int64
	preempting atomic.Int64 // of those taken, about to make room for one of waiting
}

func newClass(room int) class { return class{room: semaphore.NewWeighted(int64(room))} }

// enter waits for room, in the order of those who come. The error is ctx's cause.
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

// mayLeave says whether one is to make room, which then counts as leaving: as many do as
// others wait.
func (c *class) mayPreempt() bool {
	if c.preempting.Add(1) <= c.waiting.Load() {
		return true
	}
	c.preempting.Add(-1)
	return false
}

// quantum is how long a quick turn lasts before it gives way. While those that take longer
// follow each other, who comes after them need not wait for as long with each; and when
// most end in time there is time for the next.
type quantum struct {
	mu        sync.Mutex
	now, most time.Duration
}

func (q *quantum) get() time.Duration {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.now
}

// ended halves the quantum after a turn that was stopped, and doubles it after another.
func (q *quantum) ended(stopped bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if stopped {
		q.now = max(q.now/2, min(shortAfter, q.most))
	} else {
		q.now = min(q.now*2, q.most)
	}
}

// enter waits for a turn of one that was stopped for others so many times: in the quick
// class at first, in the long one then. Who has it must leave.
func (s *Scheduler) Acquire(ctx context.Context, stopped int) (*Turn, error) {
	t := &Turn{schedule: s, level: stopped}
	if err := t.class().acquire(ctx); err != nil {
		return nil, err
	}
	t.start()
	return t, nil
}

// lasts is how long a turn of a level has: in the long class twice, eight times, thirty-two
// times what the quick one has at most, so that what is done anew is the smaller part.
func (s *Scheduler) turnLength(level int) time.Duration {
	if level == 0 {
		return s.quantum.get()
	}
	return 2 * s.quantum.most << min(2*(level-1), 16)
}

// idle says whether nobody waits for a quick turn.
func (s *Scheduler) Idle() bool { return s.quick.waiting.Load() == 0 }

// joinQueue counts the caller among those that wait for a quick turn, until it calls leave.
func (s *Scheduler) JoinQueue() (leave func()) {
	s.quick.waiting.Add(1)
	return func() { s.quick.waiting.Add(-1) }
}

// setQuantum makes turns that begin from now on last for d before they give way.
func (s *Scheduler) SetQuantum(d time.Duration) {
	s.quantum.mu.Lock()
	defer s.quantum.mu.Unlock()
	s.quantum.now, s.quantum.most = d, d
}

// load is what those who share it do.
func (s *Scheduler) Load() convert.Load {
	long := int(s.long.taken.Load())
	return convert.Load{Busy: int(s.quick.taken.Load()) + long, Long: long, Waiting: int(s.quick.waiting.Load() + s.long.waiting.Load())}
}

// turn is the right of one conversion to run. Nil is that of one which needs no turn.
type Turn struct {
	schedule *Scheduler

	mu         sync.Mutex
	level      int       // 0 in the quick class; in the long one, how often it has given way
	preemptAt  time.Time // when it is to give way
	released   bool
	preempting bool // counted in its class's leaving
}

// class is where the turn has its room; mu is held where others have the turn, too.
func (t *Turn) class() *class {
	if t.level == 0 {
		return &t.schedule.quick
	}
	return &t.schedule.long
}

// begin begins a turn of the level.
func (t *Turn) start() {
	t.preemptAt, t.released = time.Now().Add(t.schedule.turnLength(t.level)), false
}

// move moves a quick turn that has lasted to the long class if there is room, and says whether
// it did; mu is held.
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

// watch has the turn give way as soon as it has lasted: slow is called then, and moved when
// it goes on in the long class. Where there is no room for that, or the turn has lasted there
// as well, and others wait for it, crowded is called: what runs must stop, and begin anew
// with a turn of its next level. None is called twice, nor when the turn has been left or
// stop has returned. Nil never gives way.
func (t *Turn) OnPreempt(slow, moved func(), crowded func(error)) (stop func()) {
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
			crowded(&PreemptedError{Stopped: t.level + 1})
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

// mayLeave says whether the turn is to make room for another; mu is held.
func (t *Turn) mayPreempt() bool {
	t.preempting = t.preempting || t.class().mayPreempt()
	return t.preempting
}

// again leaves, and waits for a turn of the next level. The turn has ended where there is
// an error.
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

// inLong says whether the turn is one in the long class. Nil is none.
func (t *Turn) IsLong() bool {
	if t == nil {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.level > 0
}

// leave ends the turn, if it has not ended yet.
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
		t.schedule.quantum.ended(t.preempting)
	}
	t.releaseRoom()
}

// release gives back the room that the turn takes; mu is held.
func (t *Turn) releaseRoom() {
	class := t.class()
	if t.preempting {
		t.preempting = false
		class.preempting.Add(-1)
	}
	class.release()
}
