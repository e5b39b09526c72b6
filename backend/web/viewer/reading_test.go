package viewer_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lectern/backend/internal/connection"
)

// deadlineRecorder is a response recorder that records the read deadline of its request.
type deadlineRecorder struct {
	*httptest.ResponseRecorder
	deadline time.Time
}

func (h *deadlineRecorder) SetReadDeadline(t time.Time) error { h.deadline = t; return nil }

// unreadableBody is a body that must not be read.
type unreadableBody struct{ t *testing.T }

func (u unreadableBody) Read([]byte) (int, error) {
	u.t.Error("the body is read")
	return 0, errors.New("cut off")
}

func (r *testViewer) post(path string, body io.Reader) *deadlineRecorder {
	answer := &deadlineRecorder{ResponseRecorder: httptest.NewRecorder()}
	handler := &connection.Handler{Next: r.server.Config.Handler}
	handler.ServeHTTP(answer, httptest.NewRequestWithContext(r.t.Context(), http.MethodPost, path, body))
	return answer
}

// TestBodiesAreBounded sends a body with an unknown view id, which must not be read, and a body that is too long.
func TestBodiesAreBounded(t *testing.T) {
	room := openTestViewer(t, "")
	stranger := room.post("/viewer/view/none/reading", unreadableBody{t})
	if stranger.Code != http.StatusNotFound || stranger.deadline.IsZero() {
		t.Errorf("a stranger has status %d, until %s", stranger.Code, stranger.deadline)
	}
	long := room.post(room.base()+"/view", strings.NewReader(`{"view":"`+strings.Repeat("a", 1<<20)+`"}`))
	if long.Code != http.StatusRequestEntityTooLarge || long.deadline.IsZero() {
		t.Errorf("a long body has status %d, until %s", long.Code, long.deadline)
	}
}

// TestTheViewsID sends ids of views, which a page chooses itself. Invalid ids must be rejected.
func TestTheViewsID(t *testing.T) {
	room := openTestViewer(t, "")
	id := func(bits int) string {
		return base64.RawURLEncoding.EncodeToString(bytes.Repeat([]byte{7}, bits/8))
	}
	for body, want := range map[string]int{
		"": 200, "{}": 200, `{"view":""}`: 200, `{"view":"` + id(256) + `"}`: 200, `{"view":"` + id(248) + `"}`: 422, `{"view":"` +
			id(264) + `"}`: 422,
		`{"view":"` + id(256)[:42] + `/"}`: 422, `{"view":"` + id(256)[:42] + `1"}`: 422, `{"view":"` + id(256) + `\n"}`: 422, `{"view":7}`: 422,
		`{"views":""}`: 422, "7": 400,
		`{"view":"` + room.session.ID + `"}`: 409,
	} {
		if answer := room.post(room.base()+"/view", strings.NewReader(body)); answer.Code != want {
			t.Errorf("%s has status %d %s", body, answer.Code, answer.Body)
		}
	}
}
