package schedule

import (
	"math"
	"sync"
	"time"
)

// MaxExtension is the maximum factor by which the limit of a clock is extended. The limit is extended by the time in
// which a process waits for a processor.
const MaxExtension = 4

// Clock limits the processing time of a document. It is paused while the document waits for its turn. It does not count
// time in which a thread of the document's process is ready to run while other processes use the processors. A nil
// Clock limits nothing. In addition, Config.Deadline limits each request to a PDF process, including the time that the
// clock does not count. A Clock is safe for concurrent use.
type Clock struct {
	onExpire func()
	cpuWaits func(pid int) map[string]time.Duration // [cpuWaits], unless a test replaces it

	mu        sync.Mutex
	timer     *time.Timer
	remaining time.Duration
	expired   bool
	extension time.Duration // remaining time by which waiting for a processor may extend the limit
	startedAt time.Time     // start of the current run
	runs      int
	watched   map[*watch]struct{}
}

// watch is a process that works for the document of a clock. The clock observes how long the process waits for a
// processor.
type watch struct {
	pid          int
	firstReading *time.Timer
	credited     map[string]time.Duration // credited waiting time by thread; nil before the first reading
}

// watchDelay is the time after which a clock first reads how long a process has waited for a processor. Most requests
// are finished by then, and each reading takes a fraction of a millisecond.
const watchDelay = 100 * time.Millisecond

// NewClock returns a paused clock. When the clock has run for the time limit, it calls the function onExpire.
func NewClock(limit time.Duration, onExpire func()) *Clock {
	c := &Clock{onExpire: onExpire, cpuWaits: cpuWaits, remaining: limit, extension: (MaxExtension - 1) * limit,
		watched: map[*watch]struct{}{}}
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
	w.firstReading = time.AfterFunc(watchDelay, func() { c.beginWatch(w) })
	return func() {
		w.firstReading.Stop()
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
		w.credited = c.cpuWaits(w.pid)
	}
}

// expire calls onExpire if the time is over.
func (c *Clock) expire() {
	if c.checkExpired() {
		c.onExpire()
	}
}

// checkExpired adds the time in which processes waited for a processor to the remaining time, and reports whether no
// time is left. If time is left, it restarts the timer.
func (c *Clock) checkExpired() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.runs == 0 || c.expired {
		return false // the clock was just paused, or has expired before
	}
	c.credit(c.stop())
	if c.remaining <= 0 {
		c.startedAt, c.expired = time.Now(), true
		return true
	}
	c.start()
	return false
}

// start starts the timer. The caller holds mu.
func (c *Clock) start() {
	c.startedAt = time.Now()
	c.timer.Reset(max(c.remaining, 0))
}

// stop stops the timer and returns the time since start. The caller holds mu.
func (c *Clock) stop() (elapsed time.Duration) {
	c.timer.Stop()
	elapsed = time.Since(c.startedAt)
	c.remaining -= elapsed
	return elapsed
}

// credit adds the time in which a process waited for a processor to the remaining time. The argument elapsed is the
// elapsed time, of which the waiting time is a part. The total is limited by the extension. Only the longest wait of
// all threads counts, because threads may wait for each other. The caller holds mu.
func (c *Clock) credit(elapsed time.Duration) {
	var longest time.Duration
	for w := range c.watched {
		if w.credited == nil {
			continue
		}
		now := c.cpuWaits(w.pid)
		for thread, wait := range now {
			longest = max(longest, wait-w.credited[thread])
		}
		w.credited = now
	}
	longest = min(longest, elapsed, c.extension)
	c.extension -= longest
	c.remaining += longest
}
