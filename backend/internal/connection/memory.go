package connection

import (
	"sync"
	"time"
)

// mostHeld is how many bytes of answers may wait in memory for clients that do not take them.
const mostHeld = 64 << 20

// smallest is from how many bytes on a write counts: less than that lies in the buffers of the system at once.
const smallest = 16 << 10

// grace is how long a client may pause before its answer is dropped to make room.
const grace = 2 * time.Second

// memory accounts for the answers that are being written. The zero value is ready.
type memory struct {
	mu   sync.Mutex
	used int
	held map[*Conn]int
}

// hold counts bytes that are being written to a connection until release is called. When there are too many in all, the
// connections are closed that have gone longest without progress. A nil connection is not counted.
func (m *memory) hold(c *Conn, size int) (release func()) {
	if c == nil || size < smallest {
		return func() {}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.add(c, size)
	for m.used > mostHeld {
		victim := m.slowest(c)
		if victim == nil {
			break
		}
		m.add(victim, -m.held[victim])
		_ = victim.Close() // its write fails
	}
	return func() { m.release(c, size) }
}

func (m *memory) release(c *Conn, size int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.add(c, -min(size, m.held[c])) // those of a connection that was closed are not counted any more
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

// slowest returns the connection, other than keep, that has gone longest without progress, if that is longer than the
// grace.
func (m *memory) slowest(keep *Conn) *Conn {
	var found *Conn
	for c := range m.held {
		if c != keep && c.stalled() > grace && (found == nil || c.progress.Load() < found.progress.Load()) {
			found = c
		}
	}
	return found
}
