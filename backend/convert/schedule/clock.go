package schedule

import (
	"math"
	"sync"
	"time"
)

// MaxExtension is how many times its limit a clock may run in total, if its process waits for a processor.
const MaxExtension = 4

// Clock limits the time that a document is at work. It is paused while the document waits for its turn, and it does not count
// time in which a thread of its process could run but other processes use the processors. A nil Clock limits nothing.
// Config.Deadline limits each request to a PDF process in addition and counts all time. A Clock is safe for concurrent use.
type Clock struct {
	late func()

	mu        sync.Mutex
	timer     *time.Timer
	left      time.Duration
	over      bool
	extension time.Duration // remaining time that it may wait for a processor
	since     time.Time     // start of the current run
	runs      int
	watched   map[*watch]struct{}
}

// watch is a process that works for a document.
type watch struct {
	pid   int
	begin *time.Timer
	seen  map[string]time.Duration // waiting time of its threads that was already credited; nil before it is first read
}

// watchedAfter is how long a process works before its waiting time is read. Most work is done by then, and each reading takes a
// part of a millisecond.
const watchedAfter = 100 * time.Millisecond

// NewClock returns a paused clock that calls late when it has run for limit.
func NewClock(limit time.Duration, late func()) *Clock {
	c := &Clock{late: late, left: limit, extension: (MaxExtension - 1) * limit, watched: map[*watch]struct{}{}}
	c.timer = time.AfterFunc(math.MaxInt64, c.expire)
	c.timer.Stop()
	return c
}

// Run starts the clock, or adds another run. It runs until Pause was called for every run.
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

// Pause ends one run.
func (c *Clock) Pause() {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.runs--; c.runs == 0 {
		c.credit(c.stop())
	}
}

// Watch makes the clock credit the waiting time of a process until unwatch is called.
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
			c.credit(c.stop())
			c.start()
		}
		delete(c.watched, w)
	}
}

// beginWatch reads the waiting time of a process that is still watched for the first time.
func (c *Clock) beginWatch(w *watch) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, watched := c.watched[w]; watched {
		w.seen = cpuWaits(w.pid)
	}
}

// expire calls late if the time is over.
func (c *Clock) expire() {
	if c.isOver() {
		c.late()
	}
}

// isOver reports whether no time is left, after crediting waiting time. Otherwise it restarts the timer.
func (c *Clock) isOver() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.runs == 0 || c.over {
		return false // it was paused just now, or has expired before
	}
	c.credit(c.stop())
	if c.left <= 0 {
		c.since, c.over = time.Now(), true
		return true
	}
	c.start()
	return false
}

// start runs the clock; the caller holds mu.
func (c *Clock) start() {
	c.since = time.Now()
	c.timer.Reset(max(c.left, 0))
}

// stop stops the clock and returns how long it ran; the caller holds mu.
func (c *Clock) stop() (ran time.Duration) {
	c.timer.Stop()
	ran = time.Since(c.since)
	c.left -= ran
	return ran
}

// credit adds the part of the elapsed time in which a process waited for a processor back to the remaining time, as far as the
// extension allows; the caller holds mu. Of several threads only the longest wait counts, because a thread may wait for another one of its own
// process.
func (c *Clock) credit(ran time.Duration) {
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
	longest = min(longest, ran, c.extension)
	c.extension -= longest
	c.left += longest
}
