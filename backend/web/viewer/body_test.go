package viewer

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"lectern/backend/internal/connection"
)

// slowBody is the body of a request that records its deadline.
type slowBody struct {
	connection.Body
	deadline time.Time
}

// SetBodyDeadline implements [connection.DeadlineBody].
func (b *slowBody) SetBodyDeadline(deadline time.Time) { b.deadline = deadline }

// A request body that a client with a link sends has a deadline.
//
// SECURITY.md, promise 46 (bounded requests)
func TestBodiesHaveADeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		body := &slowBody{}
		r := httptest.NewRequest(http.MethodPost, "/", nil)
		r.Body = body
		limitBody(10, func(http.ResponseWriter, *http.Request) {})(httptest.NewRecorder(), r)
		if want := time.Now().Add(bodyTime); body.deadline != want {
			t.Errorf("the body is to end at %v, want %v", body.deadline, want)
		}
	})
}
