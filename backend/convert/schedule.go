package convert

import (
	"context"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"
)

// longAfter is how long a conversion may take before it makes room for others.
const longAfter = 3 * time.Second

// schedule shares the converters between short documents and long ones, so that a few
// that take minutes do not hold up all others: who has been at it for [longAfter]
// goes on beside the others, in a class of its own with less right to the processors.
// Each class has room for so many. Where that of the long ones is full, the quick one is
// shared until there is room again.
type schedule struct {
	after                    time.Duration
	quick, long              *semaphore.Weighted
	waiting, inQuick, inLong atomic.Int64
}

func newSchedule(each int) *schedule {
	return &schedule{after: longAfter, quick: semaphore.NewWeighted(int64(each)), long: semaphore.NewWeighted(int64(each))}
}

// enter waits for a turn in the quick class, in the order of those who come. Who has
// it must leave.
func (s *schedule) enter(ctx context.Context) (*turn, error) {
	s.waiting.Add(1)
	defer s.waiting.Add(-1)
	if err := s.quick.Acquire(ctx, 1); err != nil {
		return nil, context.Cause(ctx)
	}
	s.inQuick.Add(1)
	return &turn{schedule: s, since: time.Now()}, nil
}

// turn is the right of one conversion to run. It belongs to one goroutine. Nil is that
// of one which needs no turn.
type turn struct {
	schedule *schedule
	since    time.Time
	long     bool
	left     bool
}

// giveWay moves a turn that has lasted to the long class if there is room, and says
// whether it did.
func (t *turn) giveWay() bool {
	if t == nil || t.long || time.Since(t.since) < t.schedule.after || !t.schedule.long.TryAcquire(1) {
		return false
	}
	t.long = true
	t.schedule.inLong.Add(1)
	t.schedule.inQuick.Add(-1)
	t.schedule.quick.Release(1)
	return true
}

// leave ends the turn, if it has not ended yet.
func (t *turn) leave() {
	if t == nil || t.left {
		return
	}
	t.left = true
	if t.long {
		t.schedule.inLong.Add(-1)
		t.schedule.long.Release(1)
		return
	}
	t.schedule.inQuick.Add(-1)
	t.schedule.quick.Release(1)
}
