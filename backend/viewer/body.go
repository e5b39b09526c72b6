package viewer

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"lectern/backend/jsonobject"
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

func readBody(r *http.Request) ([]byte, error) {
	text, err := io.ReadAll(r.Body)
	if large, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, problem.New(r.Context(), http.StatusRequestEntityTooLarge, fmt.Sprintf("The body is larger than %d bytes.", large.Limit))
	}
	if err != nil {
		return nil, problem.New(r.Context(), http.StatusBadRequest, "The body is cut off.")
	}
	return text, nil
}

// setFields reads a JSON object into a struct.
func setFields(r *http.Request, text []byte, into any) error {
	fields, err := jsonobject.Parse(text)
	if err != nil {
		return problem.New(r.Context(), http.StatusBadRequest, "The body is not a JSON object.")
	}
	return jsonobject.Set(fields, into)
}
