package bodymemory

import (
	"context"
	"slices"
	"sync"
	"time"
)

// Limits of waiting for memory: the number of waiting bodies, and the time that a body waits.
const (
	maxWaiting = 64
	maxWait    = 30 * time.Second
)

// memory is a number of bytes that several owners (API keys) share. Free bytes go to the waiting owner that uses the
// least memory, so that no owner blocks the others.
type memory struct {
	mu      sync.Mutex
	free    int64
	used    map[string]int64 // by owner
	waiting []*waiter        // in the order of their arrival
}

// waiter is a body that waits for memory.
type waiter struct {
	owner string
	size  int64
	done  chan error // receives nil when the body has the memory, or the reason why it is rejected
}

func newMemory(limit int64) *memory { return &memory{free: limit, used: make(map[string]int64)} }

// acquire waits until the owner may use more bytes. The argument size is the number of these bytes. The error is a
// fault of kind Busy, or the error of ctx.
func (m *memory) acquire(ctx context.Context, owner string, size int64) error {
	w := m.join(owner, size)
	limited, cancel := context.WithTimeout(ctx, maxWait)
	defer cancel()
	select {
	case err := <-w.done:
		return err
	case <-limited.Done():
		return m.leave(ctx, w)
	}
}

// join adds a body to the queue. If the queue is full, join removes and rejects a body: of the owner with the most
// waiting bodies, it takes the last one.
func (m *memory) join(owner string, size int64) *waiter {
	m.mu.Lock()
	defer m.mu.Unlock()
	w := &waiter{owner, size, make(chan error, 1)}
	m.waiting = append(m.waiting, w)
	m.grant()
	if len(m.waiting) > maxWaiting {
		m.removeWaiter(m.mostCrowded()).done <- errBusy()
		m.grant()
	}
	return w
}

// leave removes a body from the queue because the wait for memory has ended. It returns the error of ctx, or a fault of
// kind Busy if the body has waited too long. It returns nil if the body has received its memory in the meantime.
func (m *memory) leave(ctx context.Context, w *waiter) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	i := slices.Index(m.waiting, w)
	if i < 0 {
		return <-w.done
	}
	m.removeWaiter(i)
	m.grant()
	if ctx.Err() != nil {
		return ctx.Err() // the client no longer waits for the response
	}
	return errBusy()
}

// release makes memory of an owner available again.
func (m *memory) release(owner string, size int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.free += size
	if m.used[owner] -= size; m.used[owner] == 0 {
		delete(m.used, owner)
	}
	m.grant()
}

// grant assigns free memory to waiting bodies. If the body that is next needs more memory than is free, all other
// bodies wait as well. Otherwise small bodies could delay a large body forever.
func (m *memory) grant() {
	for len(m.waiting) > 0 {
		i := m.next()
		w := m.waiting[i]
		if w.size > m.free {
			return
		}
		m.removeWaiter(i)
		m.free -= w.size
		m.used[w.owner] += w.size
		w.done <- nil
	}
}

// next returns the index of the waiting body that is served next: the first body of the owner that uses the least
// memory.
func (m *memory) next() (least int) {
	for i, w := range m.waiting {
		if m.used[w.owner] < m.used[m.waiting[least].owner] {
			least = i
		}
	}
	return least
}

// mostCrowded returns the index of the last waiting body of the owner with the most waiting bodies.
func (m *memory) mostCrowded() (index int) {
	count := make(map[string]int)
	for _, w := range m.waiting {
		count[w.owner]++
	}
	for i, w := range m.waiting {
		if count[w.owner] >= count[m.waiting[index].owner] {
			index = i
		}
	}
	return index
}

// removeWaiter removes a body from the queue.
func (m *memory) removeWaiter(i int) *waiter {
	w := m.waiting[i]
	m.waiting = slices.Delete(m.waiting, i, i+1)
	return w
}
