package body

import (
	"context"
	"errors"
	"io"
	"net/http"

	"lectern/backend/internal/fault"
	"lectern/backend/web/problem"
)

// receivedBody is the body of a request. It marks read errors, so that they can be distinguished from errors of the
// server's own files.
type receivedBody struct{ io.ReadCloser }

// Read implements [io.Reader]. Errors other than [io.EOF] are of type *connectionError.
func (b receivedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = &connectionError{err}
	}
	return n, err
}

// connectionError is an error of the connection over which a body is received.
type connectionError struct{ cause error }

func (e *connectionError) Error() string { return "read body: " + e.cause.Error() }
func (e *connectionError) Unwrap() error { return e.cause }

// Incomplete converts the error of reading a body into an error of the client if the body ended too soon. It returns
// other errors unchanged.
func Incomplete(ctx context.Context, err error) error {
	if fault.IsFault(err) {
		return err
	}
	if _, broken := errors.AsType[*connectionError](err); broken || errors.Is(err, io.ErrUnexpectedEOF) {
		return problem.New(ctx, http.StatusBadRequest, "The upload is incomplete: its body ended too soon or arrived too slowly. "+
			"Send it again.").
			Coded(fault.UploadIncomplete)
	}
	return err
}
