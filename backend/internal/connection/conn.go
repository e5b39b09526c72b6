package connection

import (
	"errors"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// progressInterval is the interval between two checks during a blocked write. Each check finds out whether the client
// has accepted any bytes.
const progressInterval = StallTimeout / 30

// Conn is a connection. Writing to it fails if the client accepts no byte for [StallTimeout].
type Conn struct {
	net.Conn
	listener *Listener
	progress atomic.Int64 // when the last byte was read or written, in nanoseconds since 1970

	answering atomic.Bool // whether a handler is writing a response

	mu       sync.Mutex
	deadline time.Time // write deadline that the caller has set; zero for none
}

func (c *Conn) noteProgress() { c.progress.Store(time.Now().UnixNano()) }

// stalledFor returns how long the connection has made no progress.
func (c *Conn) stalledFor() time.Duration { return time.Since(time.Unix(0, c.progress.Load())) }

// Read implements [net.Conn].
func (c *Conn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if n > 0 {
		c.noteProgress()
	}
	return n, err
}

// Write implements [net.Conn]. It has no time limit as long as the client keeps accepting bytes.
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
			c.noteProgress()
			last = time.Now()
		}
		if !errors.Is(err, os.ErrDeadlineExceeded) || c.expired() || time.Since(last) >= StallTimeout {
			return n, err
		}
	}
}

// setStepDeadline sets the write deadline of the underlying connection to progressInterval from now, or to the deadline
// of the caller if that is earlier. When the deadline expires, write checks the progress.
func (c *Conn) setStepDeadline() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	next := time.Now().Add(progressInterval)
	if !c.deadline.IsZero() && c.deadline.Before(next) {
		next = c.deadline
	}
	return c.Conn.SetWriteDeadline(next)
}

// expired reports whether the deadline that the caller has set for writing has passed.
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

// CloseWrite closes the sending direction, as [net.TCPConn.CloseWrite] does.
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
