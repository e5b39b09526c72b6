// Package news lets many wait for the next change of one thing.
package news

import "sync"

// Board lets many wait for the next change of one thing, by its id. The zero value is ready.
type Board struct {
	mu      sync.Mutex
	waiting map[string]*waiters
}

// waiters are those who wait for one thing.
type waiters struct {
	changed chan struct{} // closed at the next change
	count   int
}

// Join gives a channel that is closed at the thing's next change. Who joined
// must leave.
func (b *Board) Join(id string) (changed <-chan struct{}, leave func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.waiting == nil {
		b.waiting = make(map[string]*waiters)
	}
	w := b.waiting[id]
	if w == nil {
		w = &waiters{changed: make(chan struct{})}
		b.waiting[id] = w
	}
	w.count++
	return w.changed, func() { b.leave(id, w) }
}

func (b *Board) leave(id string, w *waiters) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if w.count--; w.count == 0 && b.waiting[id] == w {
		delete(b.waiting, id)
	}
}

// AnnounceAll wakes all who wait, for whatever.
func (b *Board) AnnounceAll() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, w := range b.waiting {
		close(w.changed)
	}
	clear(b.waiting)
}

// Announce wakes those who wait for the thing.
func (b *Board) Announce(id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if w := b.waiting[id]; w != nil {
		close(w.changed)
		delete(b.waiting, id)
	}
}
