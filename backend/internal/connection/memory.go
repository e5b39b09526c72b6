package connection

import (
	"sync"
	"time"
)

// maxHeld is the maximum total size of responses in memory that clients do not read, in bytes.
const maxHeld = 64 << 20

// minCounted is the size of the smallest writes that are counted, in bytes. Smaller writes fit into buffers of the
// operating system.
const minCounted = 16 << 10

// grace is how long a client may make no progress before its connection may be closed to free memory.
const grace = 2 * time.Second

// memory counts the bytes of responses that are being written. The zero value is ready to use.
type memory struct {
	mu    sync.Mutex
	total int
	bytes map[*Conn]int
}

// hold counts bytes that are being written to a connection, until release is called. The argument size is the number of
// these bytes. If the total is too large, hold closes the connections that have made no progress for the longest time.
// If the connection is nil, nothing is counted.
func (m *memory) hold(c *Conn, size int) (release func()) {
	if c == nil || size < minCounted {
		return func() {}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.add(c, size)
	for m.total > maxHeld {
		victim := m.slowest(c)
		if victim == nil {
			break
		}
		m.add(victim, -m.bytes[victim])
		_ = victim.Close() // makes its blocked write fail
	}
	return func() { m.release(c, size) }
}

func (m *memory) release(c *Conn, size int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.add(c, -min(size, m.bytes[c])) // no more than is still counted: closing a connection resets its count
}

func (m *memory) add(c *Conn, size int) {
	if m.bytes == nil {
		m.bytes = make(map[*Conn]int)
	}
	m.total += size
	if m.bytes[c] += size; m.bytes[c] == 0 {
		delete(m.bytes, c)
	}
}

// slowest returns the connection that has made no progress for the longest time. It never returns the connection in the
// argument excluded. It returns nil if no connection has exceeded the grace period.
func (m *memory) slowest(excluded *Conn) *Conn {
	var found *Conn
	for c := range m.bytes {
		if c != excluded && c.stalledFor() > grace && (found == nil || c.progress.Load() < found.progress.Load()) {
			found = c
		}
	}
	return found
}
