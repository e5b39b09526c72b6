package convert

import (
	"context"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"
)

// longAfter is how long a conversion may take before it makes room for others.
const longAfter = 3 * time.Second

// lanes share the converters between short documents and long ones, so that a few
// that take minutes do not hold up all others: who has been at it for [longAfter]
// goes on beside the others, in a lane of its own with less right to the processors.
// Each lane has room for so many. Where the long lane is full, the quick one is
// shared until there is room again.
type lanes struct {
	after                    time.Duration
	quick, long              *semaphore.Weighted
	waiting, inQuick, inLong atomic.Int64
}

func newLanes(each int) *lanes {
	return &lanes{after: longAfter, quick: semaphore.NewWeighted(int64(each)), long: semaphore.NewWeighted(int64(each))}
}

// enter waits for a turn in the quick lane, in the order of those who come. Who has
// it must leave.
func (l *lanes) enter(ctx context.Context) (*turn, error) {
	l.waiting.Add(1)
	defer l.waiting.Add(-1)
	if err := l.quick.Acquire(ctx, 1); err != nil {
		return nil, context.Cause(ctx)
	}
	l.inQuick.Add(1)
	return &turn{lanes: l, since: time.Now()}, nil
}

// turn is the right of one conversion to run. It belongs to one goroutine.
type turn struct {
	lanes *lanes
	since time.Time
	long  bool
}

// giveWay moves a turn that has lasted to the long lane if there is room, and says
// whether it did.
func (t *turn) giveWay() bool {
	if t.long || time.Since(t.since) < t.lanes.after || !t.lanes.long.TryAcquire(1) {
		return false
	}
	t.long = true
	t.lanes.inLong.Add(1)
	t.lanes.inQuick.Add(-1)
	t.lanes.quick.Release(1)
	return true
}

func (t *turn) leave() {
	if t.long {
		t.lanes.inLong.Add(-1)
		t.lanes.long.Release(1)
		return
	}
	t.lanes.inQuick.Add(-1)
	t.lanes.quick.Release(1)
}
