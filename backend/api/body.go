package api

import (
	"errors"
	"io"
	"net/http"
	"time"
)

// bodyPatience is how long a sender may pause.
const bodyPatience = time.Minute

// patientBody is a request's body whose sender may take as long as it likes, but
// must not stop.
type patientBody struct {
	io.ReadCloser
	connection *http.ResponseController
}

func patient(body io.ReadCloser, w http.ResponseWriter) io.ReadCloser {
	return &patientBody{body, http.NewResponseController(w)}
}

// Read implements io.Reader. Its errors but the end are *brokenBody.
func (b *patientBody) Read(p []byte) (int, error) {
	if err := b.connection.SetReadDeadline(time.Now().Add(bodyPatience)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return 0, &brokenBody{err}
	}
	n, err := b.ReadCloser.Read(p)
	if errors.Is(err, io.EOF) {
		_ = b.connection.SetReadDeadline(time.Time{}) // nothing more is waited for; where it fails, the request ends sooner
		return n, err
	}
	if err != nil {
		err = &brokenBody{err}
	}
	return n, err
}

// brokenBody is an error of the connection that a body came over, and no fault of
// the server.
type brokenBody struct{ cause error }

func (e *brokenBody) Error() string { return "read body: " + e.cause.Error() }
func (e *brokenBody) Unwrap() error { return e.cause }
