package connection

import (
	"sync"
	"time"
)

// maxHeld is the maximum total size of responses in memory that clients do not read, in bytes.
const maxHeld = 64 << 20

// smallest is the minimum size of a write that is counted. The buffers of the system can hold smaller ones.
const smallest = 16 << 10

// grace is how long a client may pause before its answer is dropped to make room.
const grace = 2 * time.Second

// memory accounts for the answers that are being written. The zero value is ready.
type memory struct {
	mu   sync.Mutex
	used int
	held map[*Conn]int
}

// hold counts bytes that are being written to a connection until release is called. If the total is too large, it
// closes the connections without progress for the longest time. A nil connection is not counted.
func (m *memory) hold(c *Conn, size int) (release func()) {
	if c == nil || size < smallest {
		return func() {}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.add(c, size)
	for m.used > maxHeld {
		victim := m.slowest(c)
		if victim == nil {
			break
		}
		m.add(victim, -m.held[victim])
		_ = victim.Close() // makes its blocked write fail
	}
	return func() { m.release(c, size) }
}

func (m *memory) release(c *Conn, size int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.add(c, -min(size, m.held[c])) // at most what is still counted, as closing a connection resets its count
}

func (m *memory) add(c *Conn, size int) {
	if m.held == nil {
		m.held = make(map[*Conn]int)
	}
	m.used += size
	if m.held[c] += size; m.held[c] == 0 {
		delete(m.held, c)
	}
}

// slowest returns the connection without progress for the longest time, other than keep, if that time exceeds the grace
// period.
func (m *memory) slowest(keep *Conn) *Conn {
	var found *Conn
	for c := range m.held {
		if c != keep && c.stalled() > grace && (found == nil || c.progress.Load() < found.progress.Load()) {
			found = c
		}
	}
	return found
}
