package http_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
	"lectern/backend/library"
)

// TestOrigins calls the API like web pages of several origins. Three kinds of pages may call it: pages of the server
// itself, pages of an allowed origin, and pages of the desktop window that send the window's own key.
//
// SECURITY.md, promise 31 (foreign web pages)
func TestOrigins(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t, "--allow-origin", "https://app.example")
	text, err := os.ReadFile(filepath.Join(s.Data, "instance.json"))
	if err != nil {
		t.Fatal(err)
	}
	var own library.Instance
	if err := json.Unmarshal(text, &own); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, method, origin, key string
		status                    int
		allowed                   string
	}{
		{"the window asks first", "OPTIONS", "wails://wails", "", 204, "wails://wails"},
		{"the window", "GET", "wails://wails", own.Key, 200, "wails://wails"},
		{"the window elsewhere", "GET", "http://wails.localhost", own.Key, 200, "http://wails.localhost"},
		{"the window's origin with another key", "GET", "wails://wails", s.Key, 403, "wails://wails"},
		{"a page asks first", "OPTIONS", "https://evil.example", "", 403, ""},
		{"a page", "GET", "https://evil.example", s.Key, 403, ""},
		{"a page that is nowhere", "GET", "null", s.Key, 403, ""},
		{"a page that may ask first", "OPTIONS", "https://app.example", "", 204, "https://app.example"},
		{"a page that may", "GET", "https://app.example", s.Key, 200, "https://app.example"},
		{"a page that may, without a key", "GET", "https://app.example", "", 401, "https://app.example"},
		{"a page of the server's own", "GET", s.URL, s.Key, 200, ""},
		{"a page of the server under another name", "GET", strings.Replace(s.URL, "127.0.0.1", "localhost", 1), s.Key, 200, ""},
		{"a page of that name that came over HTTPS", "GET", strings.Replace(s.URL, "http://127.0.0.1", "https://localhost", 1), s.Key, 200, ""},
		{"a page of another server of this machine", "GET", "http://localhost:1", s.Key, 403, ""},
		{"a page of another machine on that port", "GET", strings.Replace(s.URL, "127.0.0.1", "192.0.2.1", 1), s.Key, 403, ""},
		{"a program", "GET", "", s.Key, 200, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r, err := http.NewRequestWithContext(t.Context(), test.method, s.APIBase+"/document", nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Authorization", test.key)
			if test.origin != "" {
				r.Header.Set("Origin", test.origin)
			}
			answer, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			_ = answer.Body.Close()
			if headers := answer.Header.Get("Access-Control-Allow-Headers"); test.method == "OPTIONS" && test.status == 204 &&
				!strings.Contains(headers, "Content-Encoding") {
				t.Errorf("allowed are the headers %s", headers)
			}
			if got := answer.Header.Get("Access-Control-Allow-Origin"); answer.StatusCode != test.status || got != test.allowed {
				t.Errorf("status %d, allowed %q", answer.StatusCode, got)
			}
		})
	}
}

// TestForeignPagesChangeNothing calls every operation with a valid key and the Origin header of a foreign web page. All
// of these requests must be forbidden.
//
// SECURITY.md, promise 31 (foreign web pages)
func TestForeignPagesChangeNothing(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	for operation := range s.Operations() {
		method, path, _ := strings.Cut(operation, " ")
		status, text := s.Call(method, s.URL+path, http.Header{"Origin": {"https://evil.example"}}, nil)
		if status != http.StatusForbidden {
			t.Errorf("%s: %d %.200s", operation, status, text)
		}
	}
	for path, want := range map[string]int{"/viewer/view?sessionId=none": 404, "/viewer/public/none.js": 404,
		"/viewer/session/none/state": 403, "/metrics": 403} {
		if status, _ := s.Call(http.MethodGet, s.URL+path, http.Header{"Origin": {"https://evil.example"}}, nil); status != want {
			t.Errorf("%s: %d, want %d", path, status, want)
		}
	}
}

// TestForeignNames checks that requests whose Host header is not a name of the server are forbidden, which prevents
// DNS rebinding.
//
// SECURITY.md, promise 30 (foreign host names)
func TestForeignNames(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t, "--host-name", "Papers.example", "--public-url", "https://public.example/docs")
	for host, want := range map[string]int{
		"127.0.0.1": 200, "localhost": 200, "LOCALHOST:7": 200, "a.localhost": 200, "[::1]:7": 200, "papers.example": 200,
		"public.example:443": 200,
		"papers.example.":    200, "evil.example": 403, "127.0.0.1.evil.example": 403, "localhost.evil.example": 403, "xpapers.example": 403,
		"2130706433": 403,
	} {
		for _, path := range []string{"/healthz", "/api/v0/document", "/viewer/view"} {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Host = host
			r.Header.Set("Authorization", s.Key)
			answer, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			_ = answer.Body.Close()
			if (answer.StatusCode == http.StatusForbidden) != (want == http.StatusForbidden) {
				t.Errorf("%s as %s: %d", path, host, answer.StatusCode)
			}
		}
	}
}
