package api

import (
	"errors"
	"io"
)

// receivedBody is a request's body whose errors can be told from those of the server's own files.
type receivedBody struct{ io.ReadCloser }

// Read implements io.Reader. Its errors but the end are *brokenBody.
func (b receivedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = &brokenBody{err}
	}
	return n, err
}

// brokenBody is an error of the connection that a body came over, and no fault of
// the server.
type brokenBody struct{ cause error }

func (e *brokenBody) Error() string { return "read body: " + e.cause.Error() }
func (e *brokenBody) Unwrap() error { return e.cause }
