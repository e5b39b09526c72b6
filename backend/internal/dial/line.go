package dial

import (
	"context"
	"errors"
	"net"
	"sync"
)

// Line is the set of this program's connections to the database or the bucket. While the other machine accepts
// connections but does not respond, for example because its disk hangs, the line is cut: [Line.Cut] closes its
// connections, so that requests in progress and new requests fail at once. The zero value is a line that is not cut. A
// line may be used concurrently.
type Line struct {
	mu    sync.Mutex
	isCut bool
	conns map[*lineConn]struct{}
}

// errCut is returned for a connection while the line is cut.
var errCut = errors.New("the database or the bucket has not responded for some time")

type probeKey struct{}

// Probe returns a context with which connections are allowed even while the line is cut. It is for requests that check
// whether the other machine responds again.
func Probe(ctx context.Context) context.Context { return context.WithValue(ctx, probeKey{}, true) }

// Cut closes all connections, and rejects new connections until [Line.Restore] is called. Requests that use the
// connections fail with a [net.Error] or [net.ErrClosed].
func (l *Line) Cut() {
	l.mu.Lock()
	l.isCut = true
	conns := l.conns
	l.conns = nil
	l.mu.Unlock()
	for conn := range conns {
		_ = conn.Conn.Close() // the next use of the connection fails
	}
}

// Restore allows connections again after [Line.Cut].
func (l *Line) Restore() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.isCut = false
}

// Connect connects as the function [Connect] does. While the line is cut, it fails with a [net.OpError].
func (l *Line) Connect(ctx context.Context, network, address string) (net.Conn, error) {
	if err := l.checkCut(ctx, network); err != nil {
		return nil, err
	}
	conn, err := Connect(ctx, network, address)
	if err != nil {
		return nil, err
	}
	kept := &lineConn{Conn: conn, line: l}
	if err := l.register(ctx, network, kept); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return kept, nil
}

func (l *Line) checkCut(ctx context.Context, network string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.checkCutLocked(ctx, network)
}

func (l *Line) checkCutLocked(ctx context.Context, network string) error {
	if l.isCut && ctx.Value(probeKey{}) == nil {
		return &net.OpError{Op: "dial", Net: network, Err: errCut}
	}
	return nil
}

// register records a connection, or returns an error if the line has been cut since the connection was opened.
func (l *Line) register(ctx context.Context, network string, conn *lineConn) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.checkCutLocked(ctx, network); err != nil {
		return err
	}
	if l.conns == nil {
		l.conns = make(map[*lineConn]struct{})
	}
	l.conns[conn] = struct{}{}
	return nil
}

type lineConn struct {
	net.Conn
	line *Line
}

// Close implements [net.Conn].
func (c *lineConn) Close() error {
	c.line.mu.Lock()
	delete(c.line.conns, c)
	c.line.mu.Unlock()
	return c.Conn.Close()
}
