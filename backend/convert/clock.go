package convert

import (
	"math"
	"sync"
	"time"
)

// Clock bounds how long a document is at work. It stands while the document waits for
// its turn behind others, which is no fault of its own. Nil bounds nothing.
type Clock struct {
	mu    sync.Mutex
	timer *time.Timer
	left  time.Duration
	since time.Time // when it began to run
	runs  int
}

// NewClock gives a clock that stands. It calls late when it has run for limit.
func NewClock(limit time.Duration, late func()) *Clock {
	c := &Clock{left: limit}
	c.timer = time.AfterFunc(math.MaxInt64, late)
	c.timer.Stop()
	return c
}

// Run has the clock run until as many calls of Stand.
func (c *Clock) Run() {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.runs++; c.runs == 1 {
		c.since = time.Now()
		c.timer.Reset(max(c.left, 0))
	}
}

// Stand ends what Run began.
func (c *Clock) Stand() {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.runs--; c.runs == 0 {
		c.timer.Stop()
		c.left -= time.Since(c.since)
	}
}
