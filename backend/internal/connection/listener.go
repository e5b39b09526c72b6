// Package connection prevents clients that stop sending or receiving from occupying connections and memory that other
// clients need.
//
// A connection is closed if its client accepts no byte of the response for [StallTimeout], or if no byte of a request's
// body arrives for [StallTimeout]. The total time of a request is not limited. If the process approaches its limit of
// open descriptors, or if responses that clients do not read use too much memory, the connections that have made no
// progress for the longest time are closed.
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

// StallTimeout is how long a client may take to send or accept the next byte while the server waits for it.
const StallTimeout = 30 * time.Second

// maxShare is the fraction of the descriptor limit (the limit of open file descriptors) that may be in use before
// connections are closed.
const maxShare = 0.8

// Listener accepts connections and monitors their progress.
type Listener struct {
	net.Listener
	refusal func(status int, text string) (kind string, body []byte) // see [Config]
	log     *slog.Logger
	// threshold is the smallest descriptor number above the share; 0 if there is no limit. The operating system assigns
	// the lowest free number. Therefore a connection whose descriptor has this number or a higher one shows that all
	// lower numbers are in use.
	threshold uintptr

	mu        sync.Mutex
	conns     map[*Conn]struct{}
	maxConns  int       // maximum number of connections, for limitTime after the share was exceeded; 0 for no limit
	limitedAt time.Time // when maxConns was set

	closedCount int       // connections that were closed to free descriptors since the last log line
	reportedAt  time.Time // when that log line was written
}

// Config contains the dependencies of a [Listener].
type Config struct {
	// Refusal, if set, returns the Content-Type and the body of the response to bytes that are not a valid request.
	// Without it, net/http responds with plain text. Refusal works only over plain HTTP, and requires that the server's
	// ConnState is [State].
	Refusal func(status int, text string) (kind string, body []byte)
	Log     *slog.Logger
}

// NewListener returns a listener that accepts the connections of inner.
func NewListener(inner net.Listener, config Config) *Listener {
	return &Listener{Listener: inner, refusal: config.Refusal, log: config.Log, threshold: uintptr(float64(descriptorLimit()) * maxShare),
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

// limitTime is how long the number of connections is limited after the share was exceeded. If too many descriptors are
// still in use when this time ends, the descriptor of a new connection exceeds the share again, and the limit starts
// anew.
const limitTime = 10 * time.Second

// limit sets the maximum number of connections to one less than there are now, if the newest connection has a
// descriptor above the share. This limit is necessary because every connection that is closed frees a low descriptor
// number, which a later connection gets. The descriptor numbers of later connections therefore no longer show how many
// descriptors are in use.
func (l *Listener) limit(descriptor uintptr) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.threshold > 0 && descriptor >= l.threshold:
		l.maxConns, l.limitedAt = max(len(l.conns)-1, 1), time.Now()
	case time.Since(l.limitedAt) >= limitTime:
		l.maxConns = 0
	}
}

// isCrowded reports whether there are more connections than allowed.
func (l *Listener) isCrowded() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.maxConns > 0 && len(l.conns) > l.maxConns
}

// isExhausted reports whether err means that a connection could not be accepted because no descriptor is free.
func isExhausted(err error) bool {
	return errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE)
}

func (l *Listener) track(raw net.Conn) *Conn {
	c := &Conn{Conn: raw, listener: l}
	c.noteProgress()
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

// closeOldest closes the connection that has made no progress for the longest time. It never closes the connection in
// the argument excluded. It reports whether it has closed a connection.
func (l *Listener) closeOldest(excluded *Conn) bool {
	oldest := l.oldest(excluded)
	if oldest == nil {
		return false
	}
	_ = oldest.Close() // an error has no consequence: the descriptor is freed anyway
	l.report()
	return true
}

func (l *Listener) oldest(excluded *Conn) *Conn {
	l.mu.Lock()
	defer l.mu.Unlock()
	var oldest *Conn
	for c := range l.conns {
		if c != excluded && (oldest == nil || c.progress.Load() < oldest.progress.Load()) {
			oldest = c
		}
	}
	return oldest
}

// reportInterval is the minimum time between two log lines about closed connections.
const reportInterval = time.Minute

// report logs that connections were closed, at most once per [reportInterval].
func (l *Listener) report() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closedCount++
	if time.Since(l.reportedAt) < reportInterval {
		return
	}
	l.log.Warn("close to the limit of open descriptors: connections without progress are closed; a higher limit (ulimit -n, "+
		"LimitNOFILE) allows more clients",
		slog.Int("closed", l.closedCount), slog.Uint64("limit", descriptorLimit()))
	l.closedCount, l.reportedAt = 0, time.Now()
}

type contextKey struct{}

// Context returns a context that carries the connection, for [http.Server.ConnContext].
func Context(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, contextKey{}, withoutTLS(c))
}

// withoutTLS returns the connection that TLS uses for c. If c does not use TLS, it returns c itself.
func withoutTLS(c net.Conn) net.Conn {
	if secure, ok := c.(*tls.Conn); ok {
		return secure.NetConn()
	}
	return c
}

// fromContext returns the connection of a request. It returns nil if no [Listener] has accepted the connection.
func fromContext(ctx context.Context) *Conn {
	c, _ := ctx.Value(contextKey{}).(*Conn)
	return c
}
