package connection

import (
	"errors"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// step is how often a blocked write is checked for progress.
const step = Patience / 30

// Conn is a connection whose writes fail when its peer accepts no byte for [Patience].
type Conn struct {
	net.Conn
	listener *Listener
	progress atomic.Int64 // when the last byte was read or written, in nanoseconds since the epoch

	answering atomic.Bool // what is being written comes from a handler

	mu       sync.Mutex
	deadline time.Time // write deadline that the caller has set; zero for none
}

func (c *Conn) progressed() { c.progress.Store(time.Now().UnixNano()) }

// stalled returns how long the connection has been without progress.
func (c *Conn) stalled() time.Duration { return time.Since(time.Unix(0, c.progress.Load())) }

// Read implements [net.Conn].
func (c *Conn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if n > 0 {
		c.progressed()
	}
	return n, err
}

// Write implements [net.Conn]. It takes as long as the peer needs, as long as the peer accepts bytes.
func (c *Conn) Write(p []byte) (n int, err error) {
	refusal := c.refusal(p)
	if refusal == nil {
		return c.write(p)
	}
	if _, err := c.write(refusal); err != nil {
		return 0, err
	}
	return len(p), nil
}

func (c *Conn) write(p []byte) (n int, err error) {
	for last := time.Now(); ; {
		if err := c.setStepDeadline(); err != nil {
			return n, err
		}
		m, err := c.Conn.Write(p[n:])
		n += m
		if m > 0 {
			c.progressed()
			last = time.Now()
		}
		if !errors.Is(err, os.ErrDeadlineExceeded) || c.expired() || time.Since(last) >= Patience {
			return n, err
		}
	}
}

// setStepDeadline sets the deadline of the next step of a write.
func (c *Conn) setStepDeadline() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	next := time.Now().Add(step)
	if !c.deadline.IsZero() && c.deadline.Before(next) {
		next = c.deadline
	}
	return c.Conn.SetWriteDeadline(next)
}

// expired reports whether the caller's own deadline has passed.
func (c *Conn) expired() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.deadline.IsZero() && !time.Now().Before(c.deadline)
}

// SetWriteDeadline implements [net.Conn].
func (c *Conn) SetWriteDeadline(t time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.deadline = t
	return c.Conn.SetWriteDeadline(t)
}

// SetDeadline implements [net.Conn].
func (c *Conn) SetDeadline(t time.Time) error {
	return errors.Join(c.SetReadDeadline(t), c.SetWriteDeadline(t))
}

// CloseWrite ends the sending direction, as [net.TCPConn.CloseWrite] does.
func (c *Conn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return errors.ErrUnsupported
}

// Close implements [net.Conn].
func (c *Conn) Close() error {
	c.listener.forget(c)
	return c.Conn.Close()
}
