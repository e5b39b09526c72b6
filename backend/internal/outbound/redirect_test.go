package outbound

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
)

// The target of every redirect is checked.
//
// SECURITY.md, promise 2 (redirects)
func TestGetRedirectToPrivate(t *testing.T) {
	var reached atomic.Bool
	canary := serve(t, func(http.ResponseWriter, *http.Request) { reached.Store(true) })
	private := strings.Replace(canary, "127.0.0.1", "127.0.0.2", 1)
	for target, want := range map[string]Reason{
		private: ReasonForbidden, "file:///etc/passwd": ReasonURL, "ftp://127.0.0.1/x": ReasonURL, "//169.254.169.254/": ReasonForbidden,
	} {
		t.Run(target, func(t *testing.T) {
			base := serve(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Location", target)
				w.WriteHeader(http.StatusFound)
			})
			_, _, err := get(t, newClient(t, nil), base)
			wantReason(t, err, want)
		})
	}
	if reached.Load() {
		t.Error("a redirect reached the private server")
	}
}

// At most 10 redirects are followed.
//
// SECURITY.md, promise 2 (redirects)
func TestGetRedirects(t *testing.T) {
	var asked atomic.Int64
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		var left int
		if _, err := fmt.Sscanf(r.URL.Path, "/%d", &left); err != nil || left == 0 {
			_, _ = io.WriteString(w, "arrived")
			return
		}
		http.Redirect(w, r, fmt.Sprintf("/%d", left-1), http.StatusFound)
	})
	c := newClient(t, nil)
	resp, content, err := get(t, c, base+"/10")
	if err != nil || content != "arrived" || resp.URL != base+"/0" {
		t.Fatalf("got %q, %v", content, err)
	}
	asked.Store(0)
	_, _, err = get(t, c, base+"/1000000")
	wantReason(t, err, ReasonRedirects)
	if asked.Load() != 11 {
		t.Errorf("%d requests", asked.Load())
	}
}

// A redirect sends no credentials, cookies or referrer of the first host to the next one.
//
// SECURITY.md, promise 2 (redirects)
func TestRedirectForwardsNoCredentials(t *testing.T) {
	headers := make(chan http.Header, 1)
	target := serve(t, func(_ http.ResponseWriter, r *http.Request) { headers <- r.Header })
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "a", Value: "b"})
		http.Redirect(w, r, target, http.StatusFound)
	})
	withUser := strings.Replace(base, "http://", "http://user:secret@", 1)
	if _, _, err := get(t, newClient(t, nil), withUser+"/?token=secret"); err != nil {
		t.Fatal(err)
	}
	got := <-headers
	for _, name := range []string{"Authorization", "Cookie", "Referer"} {
		if got.Get(name) != "" {
			t.Errorf("%s: %s", name, got.Get(name))
		}
	}
}
