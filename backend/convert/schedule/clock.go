package schedule

import (
	"math"
	"sync"
	"time"
)

// clockPatience is how many times its limit a clock may run in all, where its process waits
// for a processor.
const MaxExtension = 4

// Clock bounds how long a document is at work. It stands while the document waits for
// its turn behind others, and does not count the time in which a thread of its process is
// ready to run and others have the processors, which are no faults of its own. Nil bounds nothing. A request
// to a PDF process is bounded by Config.Deadline besides, whoever has the processors.
type Clock struct {
	late func()

	mu      sync.Mutex
	timer   *time.Timer
	left    time.Duration
	over    bool
	spare   time.Duration // for which it may wait for a processor
	since   time.Time     // when it began to run
	runs    int
	watched map[*watch]struct{}
}

// watch is a process that works for a clock.
type watch struct {
	pid   int
	begin *time.Timer
	seen  map[string]time.Duration // for which its threads have waited, as the clock knows; nil before it begins
}

// watchedAfter is how long a process works before it is looked at. Most have done by then: to look
// costs a part of a millisecond before and after, and as much when the process ends.
const watchedAfter = 100 * time.Millisecond

// NewClock gives a clock that stands. It calls late when it has run for limit.
func NewClock(limit time.Duration, late func()) *Clock {
	c := &Clock{late: late, left: limit, spare: (MaxExtension - 1) * limit, watched: map[*watch]struct{}{}}
	c.timer = time.AfterFunc(math.MaxInt64, c.expire)
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
		c.start()
	}
}

// Stand ends what Run began.
func (c *Clock) Pause() {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.runs--; c.runs == 0 {
		c.excuse(c.stop())
	}
}

// watch has the clock look at a process that works for it, until unwatch is called.
func (c *Clock) Watch(pid int) (unwatch func()) {
	if c == nil {
		return func() {}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	w := &watch{pid: pid}
	c.watched[w] = struct{}{}
	w.begin = time.AfterFunc(watchedAfter, func() { c.beginWatch(w) })
	return func() {
		w.begin.Stop()
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.runs > 0 {
			c.excuse(c.stop())
			c.start()
		}
		delete(c.watched, w)
	}
}

// beginWatch looks at a process that is still watched.
func (c *Clock) beginWatch(w *watch) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, watched := c.watched[w]; watched {
		w.seen = cpuWaits(w.pid)
	}
}

// expire tells that the time is over, where it was the document's own.
func (c *Clock) expire() {
	if c.isOver() {
		c.late()
	}
}

// isOver says whether no time is left, and goes on where some is.
func (c *Clock) isOver() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.runs == 0 || c.over {
		return false // it was stopped in this moment, or has told it
	}
	c.excuse(c.stop())
	if c.left <= 0 {
		c.since, c.over = time.Now(), true
		return true
	}
	c.start()
	return false
}

// start runs the clock; mu is held.
func (c *Clock) start() {
	c.since = time.Now()
	c.timer.Reset(max(c.left, 0))
}

// stop stops the clock, and gives for how long it ran; mu is held.
func (c *Clock) stop() (ran time.Duration) {
	c.timer.Stop()
	ran = time.Since(c.since)
	c.left -= ran
	return ran
}

// excuse gives back of the time that the clock ran the part in which a process waited for a processor,
// as far as there is some to spare; mu is held. Of several threads the one that waited the longest counts:
// one that waits for another of its own is no reason.
func (c *Clock) excuse(ran time.Duration) {
	var longest time.Duration
	for w := range c.watched {
		if w.seen == nil {
			continue
		}
		now := cpuWaits(w.pid)
		for thread, wait := range now {
			longest = max(longest, wait-w.seen[thread])
		}
		w.seen = now
	}
	longest = min(longest, ran, c.spare)
	c.spare -= longest
	c.left += longest
}
