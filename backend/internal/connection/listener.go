// Package connection keeps clients that stop sending or receiving from holding what the server needs for others.
//
// A connection that accepts no byte of its answer for [Patience] is closed, and so is one whose request body stops
// arriving for as long. How long an exchange takes in all is not limited. When the process comes near its limit of
// open descriptors, or when answers that clients do not take fill their share of the memory, the connections that
// have gone longest without progress are closed.
package connection

import (
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"sync"
	"syscall"
	"time"
)

// Patience is how long a connection may go without transferring a byte in the direction that the server waits for.
const Patience = 30 * time.Second

// share is the part of the descriptor limit above which connections are closed.
const share = 0.8

// Listener accepts connections and watches over their progress.
type Listener struct {
	net.Listener
	refusal func(status int, text string) (kind string, body []byte) // see [Config]
	log     *slog.Logger
	// scarce is the first descriptor number above the share; 0 where there is no limit. The system assigns the
	// lowest free number, so a connection that gets this one or a higher one shows that all below are in use.
	scarce uintptr

	mu       sync.Mutex
	conns    map[*Conn]struct{}
	maxConns int       // connections at a time for limitTime after the share was exceeded; 0 for any number
	limited  time.Time // when most was set

	closed   int       // connections closed for want of descriptors since the last line in the log
	reported time.Time // when that line was written
}

// Config contains the dependencies of a [Listener].
type Config struct {
	// Refusal, where it is set, returns the Content-Type and the body with which bytes that are not a valid request are
	// refused, in place of the plain text of net/http. It works only over plain HTTP. [State] must be set in the
	// server.
	Refusal func(status int, text string) (kind string, body []byte)
	Log     *slog.Logger
}

// NewListener returns a listener that accepts the connections of inner.
func NewListener(inner net.Listener, config Config) *Listener {
	return &Listener{Listener: inner, refusal: config.Refusal, log: config.Log, scarce: uintptr(float64(descriptorLimit()) * share),
		conns: make(map[*Conn]struct{})}
}

// Accept implements [net.Listener].
func (l *Listener) Accept() (net.Conn, error) {
	for {
		raw, err := l.Listener.Accept()
		if isExhausted(err) && l.closeOldest(nil) {
			continue
		}
		if err != nil {
			return nil, err
		}
		c := l.track(raw)
		l.limit(descriptorOf(raw))
		for l.isCrowded() && l.closeOldest(c) {
		}
		return c, nil
	}
}

// limitTime is how long the number of connections is limited after the share was exceeded. If that is not over by then,
// the next connections fill the share, and the first one above it shows so.
const limitTime = 10 * time.Second

// limit limits how many connections there may be to one fewer than there are, where the newest one has a descriptor
// above the share. Each connection that is closed gives a low number free, so later numbers do not show any more how
// many descriptors are in use.
func (l *Listener) limit(descriptor uintptr) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.scarce > 0 && descriptor >= l.scarce:
		l.maxConns, l.limited = max(len(l.conns)-1, 1), time.Now()
	case time.Since(l.limited) >= limitTime:
		l.maxConns = 0
	}
}

// isCrowded reports whether there are more connections than there may be.
func (l *Listener) isCrowded() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.maxConns > 0 && len(l.conns) > l.maxConns
}

// isExhausted reports whether a connection was not accepted because there is no free descriptor.
func isExhausted(err error) bool {
	return errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE)
}

func (l *Listener) track(raw net.Conn) *Conn {
	c := &Conn{Conn: raw, listener: l}
	c.progressed()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.conns[c] = struct{}{}
	return c
}

func (l *Listener) forget(c *Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.conns, c)
}

// closeOldest closes the connection that has gone longest without progress, other than keep. It reports whether there
// was one.
func (l *Listener) closeOldest(keep *Conn) bool {
	oldest := l.oldest(keep)
	if oldest == nil {
		return false
	}
	_ = oldest.Close() // its descriptor is free in any case
	l.report()
	return true
}

func (l *Listener) oldest(keep *Conn) *Conn {
	l.mu.Lock()
	defer l.mu.Unlock()
	var oldest *Conn
	for c := range l.conns {
		if c != keep && (oldest == nil || c.progress.Load() < oldest.progress.Load()) {
			oldest = c
		}
	}
	return oldest
}

// reportInterval is the least time between two lines in the log about closed connections.
const reportInterval = time.Minute

// report logs that connections were closed, once per interval.
func (l *Listener) report() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed++
	if time.Since(l.reported) < reportInterval {
		return
	}
	l.log.Warn("close to the limit of open descriptors: connections without progress are closed; a higher limit (ulimit -n, "+
		"LimitNOFILE) allows more clients",
		slog.Int("closed", l.closed), slog.Uint64("limit", descriptorLimit()))
	l.closed, l.reported = 0, time.Now()
}

type contextKey struct{}

// Context returns a context that carries the connection, for [http.Server.ConnContext].
func Context(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, contextKey{}, plain(c))
}

// plain returns the connection below TLS.
func plain(c net.Conn) net.Conn {
	if secure, ok := c.(*tls.Conn); ok {
		return secure.NetConn()
	}
	return c
}

// fromContext returns the connection of a request; nil where it did not come through a [Listener].
func fromContext(ctx context.Context) *Conn {
	c, _ := ctx.Value(contextKey{}).(*Conn)
	return c
}
