package tracing

import (
	"errors"
	"log/slog"
	"net/http/httptest"
	"testing"
	"time"
)

// TestNilTracerAllocatesNothing checks that a nil tracer allocates no memory.
func TestNilTracerAllocatesNothing(t *testing.T) {
	none, err := Open(t.Context(), "", "1", slog.New(slog.DiscardHandler))
	if none != nil || err != nil {
		t.Fatalf("%v, %v", none, err)
	}
	r := httptest.NewRequest("GET", "/", nil)
	r.Header.Set("Traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
	begin, failed := time.Now(), errors.New("x")
	made := testing.AllocsPerRun(100, func() {
		ctx, request := none.Request(r)
		AddStep(ctx, "step", begin, failed, slog.Int("page", 1000))
		request.EndRequest("GET /", "GET", 200, "x")
		ctx, job := none.Job(ctx, "kind", nil)
		job.EndJob(nil)
		if Metadata(ctx) != nil || ID(ctx) != "" {
			t.Error("there is a trace")
		}
	})
	if made != 0 {
		t.Errorf("%v allocations", made)
	}
	none.Close(t.Context())
}

// TestValidate checks which addresses of collectors are rejected, and that the errors contain no secrets.
func TestValidate(t *testing.T) {
	for endpoint, good := range map[string]bool{
		"http://127.0.0.1:4318": true, "https://collector.example.com/otlp/": true,
		"": false, "127.0.0.1:4318": false, "ftp://host": false, "http://": false, "http://u:p@host": false, "http://host#x": false,
		"http://host?x": false, "http://a b": false,
	} {
		if err := Validate(endpoint); (err == nil) != good {
			t.Errorf("%q: %v", endpoint, err)
		}
	}
}
