package schedule

import (
	"math"
	"sync"
	"time"
)

// MaxExtension is the maximum factor by which the limit of a clock is extended. The limit is extended by the time in
// which a process waits for a processor.
const MaxExtension = 4

// Clock limits the processing time of a document. It is paused while the document waits for its turn. Time in which a
// thread of its process is ready to run but other processes use the processors does not count. A nil Clock limits
// nothing. In addition, Config.Deadline limits each request to a PDF process, including the time that does not count
// here. A Clock is safe for concurrent use.
type Clock struct {
	late func()

	mu        sync.Mutex
	timer     *time.Timer
	left      time.Duration
	over      bool
	extension time.Duration // remaining time by which waiting for a processor may extend the limit
	since     time.Time     // start of the current run
	runs      int
	watched   map[*watch]struct{}
}

// watch is a process that works for the document of a clock. The clock observes how long the process waits for a
// processor.
type watch struct {
	pid   int
	begin *time.Timer
	seen  map[string]time.Duration // credited waiting time by thread; nil before the first reading
}

// watchedAfter is the time after which a clock first reads how long a process has waited for a processor. Most requests
// are finished by then, and each reading takes a fraction of a millisecond.
const watchedAfter = 100 * time.Millisecond

// NewClock returns a paused clock. When the clock has run for the time limit, it calls the function late.
func NewClock(limit time.Duration, late func()) *Clock {
	c := &Clock{late: late, left: limit, extension: (MaxExtension - 1) * limit, watched: map[*watch]struct{}{}}
	c.timer = time.AfterFunc(math.MaxInt64, c.expire)
	c.timer.Stop()
	return c
}

// Run starts the clock. If the clock is already running, Run counts another run. The clock stops when Pause was called
// for every run.
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

// Pause ends one run that was started by Run. The clock stops after the last of these runs.
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

// Watch adds the time in which a process waits for a processor to the remaining time of the clock, until unwatch is
// called.
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

// beginWatch reads for the first time how long a process has waited for a processor, if the process is still watched.
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

// isOver adds the time in which processes waited for a processor to the remaining time, and reports whether no time is
// left. If time is left, it restarts the timer.
func (c *Clock) isOver() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.runs == 0 || c.over {
		return false // the clock was just paused, or has expired before
	}
	c.credit(c.stop())
	if c.left <= 0 {
		c.since, c.over = time.Now(), true
		return true
	}
	c.start()
	return false
}

// start starts the timer. The caller holds mu.
func (c *Clock) start() {
	c.since = time.Now()
	c.timer.Reset(max(c.left, 0))
}

// stop stops the timer and returns the time since start. The caller holds mu.
func (c *Clock) stop() (ran time.Duration) {
	c.timer.Stop()
	ran = time.Since(c.since)
	c.left -= ran
	return ran
}

// credit adds the time in which a process waited for a processor to the remaining time. The argument ran is the elapsed
// time, of which the waiting time is a part. The total is limited by the extension. Only the longest wait of all
// threads counts, because threads may wait for each other. The caller holds mu.
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
