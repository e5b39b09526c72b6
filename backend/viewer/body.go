package viewer

import (
	"errors"
	"net/http"
	"time"

	"lectern/backend/problem"
)

// bodyTime is how long a page may take to send a body, all of it: they are small, and whoever has
// a link could hold a connection with one that never ends.
const bodyTime = 30 * time.Second

// bounded lets requests through with bodies of so many bytes at most. Its deadline holds also for
// the rest of a body that next does not read, which net/http waits for.
func bounded(most int64, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		err := http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTime))
		if err != nil && !errors.Is(err, http.ErrNotSupported) {
			problem.Write(w, r, err)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, most)
		next(w, r)
	}
}
