package connection

import (
	"net/http"
	"time"
)

// linger is how long a client may continue to send a body that the server does not read. In this time the client can
// read the response. Then the connection is closed.
const linger = time.Second / 2

// Handler monitors the progress of requests and responses.
type Handler struct {
	// Next serves the requests.
	Next http.Handler
	// Stalled responds to a request whose body has stopped arriving. Its response is sent instead of the response of
	// Next.
	Stalled http.HandlerFunc

	memory memory
}

// ServeHTTP implements [http.Handler]. It replaces the body in the request itself, instead of in a copy of the request,
// so that the caller of ServeHTTP sees the values that the router stores in the request.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if c := fromContext(r.Context()); c != nil {
		c.answering.Store(true)
	}
	controller := http.NewResponseController(w)
	a := &responseWriter{ResponseWriter: w, handler: h, request: r, controller: controller}
	if r.Body != nil && r.Body != http.NoBody {
		a.body = &Body{ReadCloser: r.Body, controller: controller}
		r.Body = a.body
	}
	h.Next.ServeHTTP(a, r)
	if a.isUnread() {
		a.begin()
		a.body.setDeadline(time.Now().Add(linger))
	}
}

// responseWriter is the response writer of one request. It monitors the progress of the response.
type responseWriter struct {
	http.ResponseWriter
	handler       *Handler
	request       *http.Request
	controller    *http.ResponseController
	body          *Body // nil if the request has no body
	headerWritten bool
	replaced      bool // the response was replaced by the response of [Handler.Stalled]
}

// isUnread reports whether the request has a body that was not read to its end.
func (a *responseWriter) isUnread() bool { return a.body != nil && !a.body.complete.Load() }

// WriteHeader implements [http.ResponseWriter].
func (a *responseWriter) WriteHeader(status int) {
	if a.headerWritten || status < http.StatusOK {
		a.forwardStatus(status)
		return
	}
	a.headerWritten = true
	if a.isUnread() && a.request.ProtoMajor == 1 {
		a.Header().Set("Connection", "close") // otherwise net/http would read the body before it sends the header
	}
	if a.body != nil && a.body.stalled.Load() && a.handler.Stalled != nil {
		a.replace()
		return
	}
	a.ResponseWriter.WriteHeader(status)
}

// replace sends the response of [Handler.Stalled], which states that the body of the request has stopped arriving.
func (a *responseWriter) replace() {
	RemoveContent(a.Header())
	a.handler.Stalled(a.ResponseWriter, a.request)
	a.replaced = true
}

// RemoveContent removes the headers that describe the content of a response. It is used when the content is replaced.
func RemoveContent(h http.Header) {
	for _, name := range []string{"Accept-Ranges", "Content-Disposition", "Content-Encoding", "Content-Length", "Content-Range", "ETag",
		"Last-Modified", "Link", "Retry-After"} {
		h.Del(name)
	}
}

func (a *responseWriter) forwardStatus(status int) {
	if !a.replaced {
		a.ResponseWriter.WriteHeader(status)
	}
}

// begin writes the header of the response, unless the handler has already written it.
func (a *responseWriter) begin() {
	if !a.headerWritten {
		a.WriteHeader(http.StatusOK)
	}
}

// Write implements [http.ResponseWriter].
func (a *responseWriter) Write(p []byte) (int, error) {
	a.begin()
	if a.replaced {
		return len(p), nil
	}
	defer a.handler.memory.hold(fromContext(a.request.Context()), len(p))()
	if a.request.ProtoMajor == 1 {
		return a.ResponseWriter.Write(p)
	}
	return a.writeStream(p)
}

// streamPart is the number of bytes that a client must accept within [StallTimeout] on an HTTP/2 connection. Such a
// connection carries several responses, so its progress does not show the progress of one response.
const streamPart = 4 << 10

// writeStream writes to an HTTP/2 stream.
func (a *responseWriter) writeStream(p []byte) (n int, err error) {
	for n < len(p) && err == nil {
		if err := a.controller.SetWriteDeadline(time.Now().Add(StallTimeout)); err != nil {
			return n, err
		}
		var m int
		m, err = a.ResponseWriter.Write(p[n:min(n+streamPart, len(p))])
		n += m
	}
	return n, err
}

// FlushError implements the method with which [http.ResponseController] sends the data written so far.
func (a *responseWriter) FlushError() error {
	a.begin()
	return a.controller.Flush()
}

// Unwrap returns the underlying response writer, for [http.ResponseController].
func (a *responseWriter) Unwrap() http.ResponseWriter { return a.ResponseWriter }
