package event

import "sync"

// Bell wakes those who wait for something to be stored. Its zero value is ready.
type Bell struct {
	mu   sync.Mutex
	rung chan struct{} // closed at the next ring; nil while nobody waits
}

// Next gives a channel that is closed when the bell rings next. Who asks for it before
// looking misses nothing.
func (b *Bell) Next() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.rung == nil {
		b.rung = make(chan struct{})
	}
	return b.rung
}

// Ring wakes all who wait.
func (b *Bell) Ring() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.rung != nil {
		close(b.rung)
		b.rung = nil
	}
}
