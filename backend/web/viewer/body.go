package viewer

import (
	"net/http"
	"time"
)

// bodyTime is how long a page may take to send a body, all of it: they are small, and anybody who has a link could
// hold a connection with one that never ends.
const bodyTime = 30 * time.Second

// bounded limits the body of a request to so many bytes, and to [bodyTime].
func bounded(most int64, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if body, ok := r.Body.(interface{ EndBy(time.Time) }); ok { // also where it is decoded
			body.EndBy(time.Now().Add(bodyTime))
		}
		r.Body = http.MaxBytesReader(w, r.Body, most)
		next(w, r)
	}
}
