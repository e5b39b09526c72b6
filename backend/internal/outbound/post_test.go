package outbound

import (
	"io"
	"net/http"
	"testing"
	"time"
)

// Post returns responses of every status, and follows no redirect.
func TestPost(t *testing.T) {
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.Method != http.MethodPost || string(body) != "[1]" || r.Header.Get("Webhook-Id") != "a" {
			t.Errorf("%s %s %q %v", r.Method, r.URL, body, r.Header)
		}
		switch r.URL.Path {
		case "/moved":
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		case "/teapot":
			w.WriteHeader(http.StatusTeapot)
		case "/elsewhere":
			t.Error("a redirect was followed")
		}
		_, _ = io.WriteString(w, "taken")
	})
	for path, want := range map[string]int{"/": 200, "/moved": 307, "/teapot": 418} {
		answer, err := newClient(t, nil).Post(t.Context(), base+path, http.Header{"Webhook-Id": {"a"}}, []byte("[1]"))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(answer.Body)
		if err != nil || answer.Status != want || string(text) != "taken" {
			t.Errorf("%s: %d %q %v", path, answer.Status, text, err)
		}
		_ = answer.Body.Close()
	}
	_, err := newClient(t, nil).Post(t.Context(), "file:///etc/passwd", nil, nil)
	wantReason(t, err, ReasonURL)
}

// A client with its own limits may connect to the same addresses as the client from which it was derived, even after
// the list of allowed addresses changes.
//
// SECURITY.md, promise 1 (private addresses), promise 4 (one HTTP client)
func TestAllowWhileRunning(t *testing.T) {
	base := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "more than four bytes") })
	client := newClient(t, nil)
	bounded := client.WithLimits(time.Minute, 4)
	for _, step := range []struct {
		allow []string
		wrong bool
		reach bool
	}{
		{allow: nil},
		{allow: []string{"127.0.0.0/8"}, reach: true},
		{allow: []string{"a b"}, wrong: true, reach: true},
		{allow: []string{"10.0.0.0/8"}},
	} {
		if err := client.Allow(step.allow); (err != nil) != step.wrong {
			t.Errorf("allow %q: %v", step.allow, err)
		}
		answer, err := bounded.Post(t.Context(), base, nil, nil)
		if !step.reach {
			wantReason(t, err, ReasonForbidden)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		_, err = io.ReadAll(answer.Body)
		wantReason(t, err, ReasonSize)
		_ = answer.Body.Close()
	}
}
