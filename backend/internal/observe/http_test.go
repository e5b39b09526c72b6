package observe

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
)

// contentHeaders are headers that describe the content of a response.
var contentHeaders = []string{"Content-Length", "Content-Encoding", "Content-Range", "ETag", "Last-Modified", "Retry-After"}

// If a handler panics, the client gets an error response with the id of the request. This response contains nothing of
// the response that the handler had begun.
func TestPanicIsAProblem(t *testing.T) {
	handler := NewHTTP(Config{Log: slog.New(slog.DiscardHandler), Registry: prometheus.NewRegistry(), Requests: new(Requests)}).
		Wrap(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			for _, name := range contentHeaders {
				w.Header().Set(name, "5")
			}
			w.Header().Set("Content-Type", "text/html")
			panic("a mistake")
		}))
	server := httptest.NewServer(handler)
	defer server.Close()
	answer, err := http.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var p struct {
		Code, Message, RequestID string
		Status                   int
	}
	if err := json.NewDecoder(answer.Body).Decode(&p); err != nil {
		t.Fatal(err)
	}
	for _, name := range contentHeaders {
		if answer.Header.Get(name) == "5" {
			t.Errorf("the answer has the header %s of another", name)
		}
	}
	if p.Status != http.StatusInternalServerError || p.Status != answer.StatusCode || p.Code != "server-error" || p.RequestID == "" ||
		p.RequestID != answer.Header.Get("X-Request-Id") || answer.Header.Get("Content-Type") != "application/problem+json" {
		t.Errorf("%s %v: %+v", answer.Status, answer.Header, p)
	}
}
