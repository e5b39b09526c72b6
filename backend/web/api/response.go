package api

import (
	"log/slog"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"lectern/backend/document"
	"lectern/backend/web/attachment"
	"lectern/backend/web/problem"
)

// stream is a long response that may fail after a part of it was sent.
type stream struct {
	http.ResponseWriter
	controller *http.ResponseController
	begun      bool
}

func newStream(w http.ResponseWriter) *stream {
	return &stream{ResponseWriter: w, controller: http.NewResponseController(w)}
}

// Write implements [io.Writer].
func (s *stream) Write(p []byte) (int, error) {
	s.begun = true
	return s.ResponseWriter.Write(p)
}

// fail ends a response that cannot be completed. If nothing has been sent, it sends the error. Otherwise it cuts the
// connection, so that the client does not mistake the incomplete response for a complete one.
func (s *stream) fail(r *http.Request, err error) {
	if s.begun {
		slog.ErrorContext(r.Context(), "a response was cut off because it could not be completed", slog.Any("error", err))
		_ = s.controller.Flush() // the part that was already written may contain an explanation of the error
		panic(http.ErrAbortHandler)
	}
	s.Header().Del("Content-Disposition")
	problem.Write(s.ResponseWriter, r, err)
}

// timeText formats a time for responses: ISO 8601 with milliseconds and a numeric offset. The zero time is "".
func timeText(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02T15:04:05.000-07:00")
}

// serveFile returns a response with the file, or with the ranges of it that the client requests, and closes the file.
func serveFile(f document.Download) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(response huma.Context) {
		defer f.Close()
		r, w := humago.Unwrap(response)
		attachment.Serve(w, r, f)
	}}
}

func writeJSON(w http.ResponseWriter, text []byte) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(text) // the client may have disconnected
}
