package connection

import (
	"errors"
	"io"
	"net/http"
	"os"
	"sync/atomic"
	"time"
)

// Body is the body of a request. Reading it fails if no byte arrives for [StallTimeout].
type Body struct {
	io.ReadCloser
	controller   *http.ResponseController
	bodyDeadline time.Time // deadline for the whole body; zero for none
	complete     atomic.Bool
	stalled      atomic.Bool
}

// DeadlineBody is a body of a request that limits the time for receiving it. A handler gets such a body from a server
// whose connections are of this package, also if the body is decoded on the way.
type DeadlineBody interface {
	SetBodyDeadline(deadline time.Time)
}

var _ DeadlineBody = (*Body)(nil)

// SetBodyDeadline sets a deadline for receiving the whole body. It is for small bodies that clients may send without an
// API key.
func (b *Body) SetBodyDeadline(deadline time.Time) { b.bodyDeadline = deadline }

// Read implements [io.Reader].
func (b *Body) Read(p []byte) (int, error) {
	deadline := time.Now().Add(StallTimeout)
	if !b.bodyDeadline.IsZero() && b.bodyDeadline.Before(deadline) {
		deadline = b.bodyDeadline
	}
	b.setDeadline(deadline)
	n, err := b.ReadCloser.Read(p)
	b.setDeadline(time.Time{}) // an expired deadline would abort the body in HTTP/2
	switch {
	case errors.Is(err, io.EOF):
		b.complete.Store(true)
	case errors.Is(err, os.ErrDeadlineExceeded):
		b.stalled.Store(true)
	}
	return n, err
}

// setDeadline sets the deadline for the next bytes. If setting a deadline is not possible, as in tests without a
// connection, reading has no deadline.
func (b *Body) setDeadline(t time.Time) { _ = b.controller.SetReadDeadline(t) }
