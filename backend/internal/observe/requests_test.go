package observe

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// TestRequestsHaveNoSecrets sends requests with secrets to all kinds of known and unknown routes. No recorded request
// may contain a secret.
//
// SECURITY.md, promise 36 (secret keys)
func TestRequestsHaveNoSecrets(t *testing.T) {
	const secret = "mq2v7x5kzr4nyb3gq6v4w5n7taeh3xq7"
	mux := http.NewServeMux()
	for _, pattern := range []string{
		"GET /{$}", "GET /viewer/session/{session}/page/{page}", "POST /viewer/view/{view}/reading", "DELETE /api/v0/session/{id}",
		"GET /api/v0/document/{id}", "GET /viewer/public/",
	} {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) { NoteKey(r.Context(), "k-1") })
	}
	var requests Requests
	handler := NewHTTP(Config{Log: slog.New(slog.DiscardHandler), Registry: prometheus.NewRegistry(), Requests: &requests}).Wrap(mux)
	for _, test := range []struct{ method, address, want string }{
		{"GET", "/?key=" + secret, "/"},
		{"GET", "/viewer/session/" + secret + "/page/1.svg?x=" + secret, "/viewer/session/…/page/1.svg"},
		{"POST", "/viewer/view/" + secret + "/reading", "/viewer/view/…/reading"},
		{"DELETE", "/api/v0/session/" + secret, "/api/v0/session/…"},
		{"GET", "/api/v0/document/3xq7m2v5kq4yyb2gq6v4x5n7ta", "/api/v0/document/3xq7m2v5kq4yyb2gq6v4x5n7ta"},
		{"GET", "/viewer/public/viewer.js", "/viewer/public/viewer.js"},
		{"GET", "/viewer/sessions/" + secret, "/viewer/sessions/…"},
	} {
		handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(test.method, test.address, nil))
		found := requests.List()
		if got := found[len(found)-1]; got.Path != test.want || got.Method != test.method || strings.Contains(got.Path, secret) {
			t.Errorf("%s %s is %+v", test.method, test.address, got)
		}
	}
}

// TestRequestsWithoutQuestions sends CORS preflight requests. A successful preflight request is not recorded, because
// the actual request follows. Rejected preflight requests and other OPTIONS requests are recorded. The metrics count
// all of them.
func TestRequestsWithoutQuestions(t *testing.T) {
	for _, test := range []struct {
		header string
		status int
		want   int
	}{
		{"Access-Control-Request-Method", http.StatusNoContent, 0},
		{"Access-Control-Request-Method", http.StatusForbidden, 1},
		{"Accept", http.StatusNoContent, 1},
	} {
		var requests Requests
		registry := prometheus.NewRegistry()
		handler := NewHTTP(Config{Log: slog.New(slog.DiscardHandler), Registry: registry, Requests: &requests}).
			Wrap(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(test.status)
			}))
		r := httptest.NewRequest(http.MethodOptions, "/api/v0/document", nil)
		r.Header.Set(test.header, http.MethodPatch)
		handler.ServeHTTP(httptest.NewRecorder(), r)
		if found := requests.List(); len(found) != test.want {
			t.Errorf("with %s and %d it has %+v", test.header, test.status, found)
		}
		if counted, err := registry.Gather(); err != nil || len(counted) != 1 {
			t.Errorf("the metrics have %v: %v", counted, err)
		}
	}
}

// TestRequestsAreTheLast checks that only the most recent requests are kept, and that their number is limited.
func TestRequestsAreTheLast(t *testing.T) {
	var requests Requests
	for range MaxRequests + 7 {
		requests.add(Request{})
	}
	if found := requests.List(); len(found) != MaxRequests || found[0].Number != 8 || found[MaxRequests-1].Number != MaxRequests+7 {
		t.Errorf("%d from %d to %d", len(found), found[0].Number, found[len(found)-1].Number)
	}
}

// TestRequestsAreSmall sends request lines of the maximum length, which any client can do without a key. Their records
// must be small.
func TestRequestsAreSmall(t *testing.T) {
	var requests Requests
	cfg := Config{Log: slog.New(slog.DiscardHandler), Registry: prometheus.NewRegistry(), Requests: &requests}
	handler := NewHTTP(cfg).Wrap(http.NewServeMux())
	for _, path := range []string{"/" + strings.Repeat("a/", 1<<19), "/" + strings.Repeat("é/", 1<<18)} {
		handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(strings.Repeat("M", 1<<20), path, nil))
		found := requests.List()
		if got := found[len(found)-1]; len(got.Path) > 310 || !strings.HasPrefix(path, strings.TrimSuffix(got.Path, "…")) ||
			len(got.Method) > 30 {
			t.Errorf("of %d bytes it keeps %d of the path and %d of the method", len(path), len(got.Path), len(got.Method))
		}
	}
}

// TestFollowRequests checks that a follower receives the kept requests, and then each new request exactly once, until
// Requests is closed.
func TestFollowRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var requests Requests
		requests.add(Request{})
		var told []string
		ended := make(chan error)
		go func() {
			ended <- requests.Follow(t.Context(), time.Second, func(found []Request) error {
				text := ""
				for _, r := range found {
					text += strconv.FormatInt(r.Number, 10)
				}
				told = append(told, text)
				return nil
			})
		}()
		synctest.Wait()
		requests.add(Request{})
		requests.add(Request{})
		time.Sleep(1500 * time.Millisecond) // in fake time, and longer than one heartbeat
		requests.Close()
		if err := <-ended; err != nil || strings.Join(told, ",") != "1,23," {
			t.Errorf("%q, %v", told, err)
		}
	})
}
