package convert

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"
)

// CrowdedError is why work is stopped that has taken long while others wait: it is to begin
// anew, when those have had their turn.
type CrowdedError struct {
	// Stopped is how often that has been by now, or would have been: who was moved to the
	// long class and is stopped there has had its turn in that.
	Stopped int
}

// Error says so.
func (e *CrowdedError) Error() string { return "stopped for others" }

// IsCrowded says whether work was stopped for others.
func IsCrowded(err error) bool {
	_, ok := errors.AsType[*CrowdedError](err)
	return ok
}

// longAfter is how long a conversion may take before it makes room for others; where one
// after the other does, it becomes shorter, down to shortAfter.
const (
	longAfter  = 3 * time.Second
	shortAfter = longAfter / 3
)

// lookAgain is how often one that has taken so long looks whether it must.
const lookAgain = 100 * time.Millisecond

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
type schedule struct {
	quick, long class
	quantum     quantum
}

func newSchedule(quick, long int) *schedule {
	return &schedule{quick: newClass(quick), long: newClass(long), quantum: quantum{most: longAfter, now: longAfter}}
}

// class has room for so many turns.
type class struct {
	room    *semaphore.Weighted
	waiting atomic.Int64
	taken   atomic.Int64
	leaving atomic.Int64 // of those taken, about to make room for one of waiting
}

func newClass(room int) class { return class{room: semaphore.NewWeighted(int64(room))} }

// enter waits for room, in the order of those who come. The error is ctx's cause.
func (c *class) enter(ctx context.Context) error {
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

func (c *class) leave() {
	c.taken.Add(-1)
	c.room.Release(1)
}

// mayLeave says whether one is to make room, which then counts as leaving: as many do as
// others wait.
func (c *class) mayLeave() bool {
	if c.leaving.Add(1) <= c.waiting.Load() {
		return true
	}
	c.leaving.Add(-1)
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
func (s *schedule) enter(ctx context.Context, stopped int) (*turn, error) {
	t := &turn{schedule: s, level: stopped}
	if err := t.class().enter(ctx); err != nil {
		return nil, err
	}
	t.begin()
	return t, nil
}

// lasts is how long a turn of a level has: in the long class twice, eight times, thirty-two
// times what the quick one has at most, so that what is done anew is the smaller part.
func (s *schedule) lasts(level int) time.Duration {
	if level == 0 {
		return s.quantum.get()
	}
	return 2 * s.quantum.most << min(2*(level-1), 16)
}

// idle says whether nobody waits for a quick turn.
func (s *schedule) idle() bool { return s.quick.waiting.Load() == 0 }

// load is what those who share it do.
func (s *schedule) load() Load {
	long := int(s.long.taken.Load())
	return Load{Busy: int(s.quick.taken.Load()) + long, Long: long, Waiting: int(s.quick.waiting.Load() + s.long.waiting.Load())}
}

// turn is the right of one conversion to run. Nil is that of one which needs no turn.
type turn struct {
	schedule *schedule

	mu      sync.Mutex
	level   int       // 0 in the quick class; in the long one, how often it has given way
	until   time.Time // when it is to give way
	left    bool
	leaving bool // counted in its class's leaving
}

// class is where the turn has its room; mu is held where others have the turn, too.
func (t *turn) class() *class {
	if t.level == 0 {
		return &t.schedule.quick
	}
	return &t.schedule.long
}

// begin begins a turn of the level.
func (t *turn) begin() { t.until, t.left = time.Now().Add(t.schedule.lasts(t.level)), false }

// move moves a quick turn that has lasted to the long class if there is room, and says whether
// it did; mu is held.
func (t *turn) move() bool {
	if t.level > 0 || !t.schedule.long.room.TryAcquire(1) {
		return false
	}
	t.release()
	t.schedule.long.taken.Add(1)
	t.level = 1
	t.begin()
	return true
}

// watch has the turn give way as soon as it has lasted: slow is called then, and moved when
// it goes on in the long class. Where there is no room for that, or the turn has lasted there
// as well, and others wait for it, crowded is called: what runs must stop, and begin anew
// with a turn of its next level. None is called twice, nor when the turn has been left or
// stop has returned. Nil never gives way.
func (t *turn) watch(slow, moved func(), crowded func(error)) (stop func()) {
	if t == nil {
		return func() {}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	slow = sync.OnceFunc(slow)
	stopped := false
	var timer *time.Timer
	timer = time.AfterFunc(time.Until(t.until), func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if stopped || t.left {
			return
		}
		slow()
		switch {
		case t.move():
			moved()
			timer.Reset(time.Until(t.until))
		case t.mayLeave():
			crowded(&CrowdedError{Stopped: t.level + 1})
		default:
			timer.Reset(lookAgain)
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
func (t *turn) mayLeave() bool {
	t.leaving = t.leaving || t.class().mayLeave()
	return t.leaving
}

// again leaves, and waits for a turn of the next level. The turn has ended where there is
// an error.
func (t *turn) again(ctx context.Context) error {
	t.leave()
	if err := t.schedule.long.enter(ctx); err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.level++
	t.begin()
	return nil
}

// inLong says whether the turn is one in the long class. Nil is none.
func (t *turn) inLong() bool {
	if t == nil {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.level > 0
}

// leave ends the turn, if it has not ended yet.
func (t *turn) leave() {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.left {
		return
	}
	t.left = true
	if t.level == 0 {
		t.schedule.quantum.ended(t.leaving)
	}
	t.release()
}

// release gives back the room that the turn takes; mu is held.
func (t *turn) release() {
	class := t.class()
	if t.leaving {
		t.leaving = false
		class.leaving.Add(-1)
	}
	class.leave()
}
