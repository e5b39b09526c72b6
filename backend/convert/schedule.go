package convert

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"
)

// longAfter is how long a conversion may take before it makes room for others.
const longAfter = 3 * time.Second

// lookAgain is how often one that has taken so long looks whether it must.
const lookAgain = 100 * time.Millisecond

// schedule shares the converters between short documents and long ones, so that a few
// that take minutes do not hold up all others: who has been at it for [longAfter]
// goes on beside the others, in a class of its own with less right to the processors.
// Each class has room for so many. Where that of the long ones is full, the quick one is
// shared until there is room again; or, see [turn.watch], who has taken long begins
// anew when it has. How many may wait in all is for the job queue to say.
type schedule struct {
	after       time.Duration
	quick, long *semaphore.Weighted

	waiting, inQuick, inLong atomic.Int64
	waitingLong              atomic.Int64 // to begin anew
	leaving                  atomic.Int64 // in quick, about to make room for one of waiting
}

func newSchedule(quick, long int) *schedule {
	return &schedule{after: longAfter, quick: semaphore.NewWeighted(int64(quick)), long: semaphore.NewWeighted(int64(long))}
}

// enter waits for a turn in the quick class, in the order of those who come. Who has
// it must leave.
func (s *schedule) enter(ctx context.Context) (*turn, error) {
	if !s.quick.TryAcquire(1) {
		s.waiting.Add(1)
		defer s.waiting.Add(-1)
		if err := s.quick.Acquire(ctx, 1); err != nil {
			return nil, context.Cause(ctx)
		}
	}
	s.inQuick.Add(1)
	return &turn{schedule: s, since: time.Now()}, nil
}

// load is what those who share it do.
func (s *schedule) load() Load {
	long := int(s.inLong.Load())
	return Load{Busy: int(s.inQuick.Load()) + long, Long: long, Waiting: int(s.waiting.Load() + s.waitingLong.Load())}
}

// turn is the right of one conversion to run. Nil is that of one which needs no turn.
type turn struct {
	schedule *schedule
	since    time.Time

	mu      sync.Mutex
	long    bool
	left    bool
	leaving bool // counted in schedule.leaving
}

// move moves a turn that has lasted to the long class if there is room, and says whether
// it did; mu is held.
func (t *turn) move() bool {
	if !t.schedule.long.TryAcquire(1) {
		return false
	}
	t.release()
	t.long = true
	t.schedule.inLong.Add(1)
	return true
}

// watch has the turn give way as soon as it has lasted: slow is called then, or at once
// where it is in the long class already, and moved when it goes on there. Where that has
// no room, and others wait for that in the quick one, crowded is called: what runs must
// stop, and begin anew with [turn.again]. None is called twice, nor when the turn has been
// left or stop has returned. Nil never gives way.
func (t *turn) watch(slow, moved, crowded func()) (stop func()) {
	if t == nil {
		return func() {}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.long {
		slow()
		return func() {}
	}
	stopped, slow := false, sync.OnceFunc(slow)
	var timer *time.Timer
	timer = time.AfterFunc(time.Until(t.since.Add(t.schedule.after)), func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if stopped || t.left {
			return
		}
		slow()
		switch {
		case t.move():
			moved()
		case t.beginLeaving():
			crowded()
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

// beginLeaving says whether the turn is to make room: as many do as others wait.
func (t *turn) beginLeaving() bool {
	if t.schedule.leaving.Add(1) > t.schedule.waiting.Load() {
		t.schedule.leaving.Add(-1)
		return false
	}
	t.leaving = true
	return true
}

// again leaves the quick class and waits for a turn in the long one, in the order of
// those who come. The turn has ended where there is an error.
func (t *turn) again(ctx context.Context) error {
	t.leave()
	t.schedule.waitingLong.Add(1)
	defer t.schedule.waitingLong.Add(-1)
	if err := t.schedule.long.Acquire(ctx, 1); err != nil {
		return context.Cause(ctx)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.schedule.inLong.Add(1)
	t.long, t.left = true, false
	return nil
}

// inLong says whether the turn is one in the long class.
func (t *turn) inLong() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.long
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
	t.release()
}

// release gives back the room that the turn takes; mu is held.
func (t *turn) release() {
	if t.leaving {
		t.leaving = false
		t.schedule.leaving.Add(-1)
	}
	if t.long {
		t.schedule.inLong.Add(-1)
		t.schedule.long.Release(1)
		return
	}
	t.schedule.inQuick.Add(-1)
	t.schedule.quick.Release(1)
}
