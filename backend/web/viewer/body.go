package viewer

import (
	"net/http"
	"time"

	"lectern/backend/internal/connection"
)

// bodyTime is how long a page may take to send the body of a request. Bodies are small; without this limit, anyone with
// a link could occupy connections.
const bodyTime = 30 * time.Second

// limitBody returns a handler that limits the size of a request's body, and the time for sending it to [bodyTime].
func limitBody(limit int64, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if body, ok := r.Body.(connection.DeadlineBody); ok {
			body.SetBodyDeadline(time.Now().Add(bodyTime))
		}
		r.Body = http.MaxBytesReader(w, r.Body, limit)
		next(w, r)
	}
}
