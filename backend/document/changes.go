package document

import "sync"

// changes lets many wait for the next change of one document.
type changes struct {
	mu      sync.Mutex
	waiting map[string]*waiters
}

// waiters are those who wait for one document.
type waiters struct {
	changed chan struct{} // closed at the next change
	count   int
}

// join gives a channel that is closed at the document's next change. Who joined
// must leave.
func (c *changes) join(id string) (changed <-chan struct{}, leave func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.waiting == nil {
		c.waiting = make(map[string]*waiters)
	}
	w := c.waiting[id]
	if w == nil {
		w = &waiters{changed: make(chan struct{})}
		c.waiting[id] = w
	}
	w.count++
	return w.changed, func() { c.leave(id, w) }
}

func (c *changes) leave(id string, w *waiters) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if w.count--; w.count == 0 && c.waiting[id] == w {
		delete(c.waiting, id)
	}
}

// announce wakes those who wait for the document.
func (c *changes) announce(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if w := c.waiting[id]; w != nil {
		close(w.changed)
		delete(c.waiting, id)
	}
}
