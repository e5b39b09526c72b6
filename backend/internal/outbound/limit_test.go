package outbound

import (
	"compress/gzip"
	"io"
	"net/http"
	"testing"
	"time"
)

// An endless body is rejected at the maximum size.
//
// SECURITY.md, promise 6 (limits of transfers)
func TestGetEndless(t *testing.T) {
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		for chunk := make([]byte, 32<<10); r.Context().Err() == nil; {
			if _, err := w.Write(chunk); err != nil {
				return
			}
		}
	})
	_, content, err := get(t, newClient(t, func(c *Config) { c.MaxBytes = 1 << 20 }), base)
	wantReason(t, err, ReasonSize)
	if len(content) != 1<<20 || err.Error() != "The download is too large and was stopped at 1.05 MB." {
		t.Errorf("got %d bytes, %v", len(content), err)
	}
}

// A body of exactly the maximum size is accepted.
//
// SECURITY.md, promise 6 (limits of transfers)
func TestGetAtCap(t *testing.T) {
	base := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "12345") })
	if _, content, err := get(t, newClient(t, func(c *Config) { c.MaxBytes = 5 }), base); err != nil || content != "12345" {
		t.Errorf("got %q, %v", content, err)
	}
	_, _, err := get(t, newClient(t, func(c *Config) { c.MaxBytes = 4 }), base)
	wantReason(t, err, ReasonSize)
}

// The maximum size applies to the decompressed body.
//
// SECURITY.md, promise 6 (limits of transfers)
func TestGetBomb(t *testing.T) {
	base := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		for chunk := make([]byte, 64<<10); ; {
			if _, err := z.Write(chunk); err != nil {
				return
			}
		}
	})
	_, content, err := get(t, newClient(t, func(c *Config) { c.MaxBytes = 1 << 20 }), base)
	wantReason(t, err, ReasonSize)
	if len(content) != 1<<20 {
		t.Errorf("got %d bytes", len(content))
	}
}

// A response that takes too long is aborted at the time limit, whether the header or the body is late.
//
// SECURITY.md, promise 6 (limits of transfers)
func TestGetSlow(t *testing.T) {
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/body" {
			_, _ = io.WriteString(w, "a drop")
			w.(http.Flusher).Flush()
		}
		<-r.Context().Done()
	})
	for _, path := range []string{"/head", "/body"} {
		t.Run(path, func(t *testing.T) {
			_, _, err := get(t, newClient(t, func(c *Config) { c.Timeout = 100 * time.Millisecond }), base+path)
			wantReason(t, err, ReasonTimeout)
			if err.Error() != "The download took too long and was stopped after 0.1 seconds." {
				t.Errorf("got %v", err)
			}
		})
	}
}
