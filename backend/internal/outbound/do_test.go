package outbound

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// Do follows redirects of GET requests, and sends its header only to the first origin.
//
// SECURITY.md, promise 2 (redirects), promise 4 (one HTTP client)
func TestDo(t *testing.T) {
	var seen []string
	note := func(who string, r *http.Request) {
		seen = append(seen, fmt.Sprint(who, r.Method, r.URL.Path, " ", r.Header.Get("Authorization"), " ", r.Header.Get("X-Own")))
	}
	var first string
	second := serve(t, func(w http.ResponseWriter, r *http.Request) {
		note("second ", r)
		if r.URL.Path == "/back" {
			http.Redirect(w, r, first+"/end", http.StatusFound)
		}
	})
	first = serve(t, func(w http.ResponseWriter, r *http.Request) {
		note("first ", r)
		switch r.URL.Path {
		case "/near":
			http.Redirect(w, r, "/end", http.StatusFound)
		case "/far":
			http.Redirect(w, r, second+"/end", http.StatusFound)
		case "/round":
			http.Redirect(w, r, second+"/back", http.StatusTemporaryRedirect)
		case "/loop":
			http.Redirect(w, r, "/loop", http.StatusFound)
		case "/local":
			http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
		}
	})
	for _, test := range []struct{ method, path, want string }{
		{"GET", "/end", "first GET/end key own"},
		{"GET", "/near", "first GET/near key own, first GET/end key own"},
		{"GET", "/far", "first GET/far key own, second GET/end  "},
		{"GET", "/round", "first GET/round key own, second GET/back  , first GET/end  "},
		{"POST", "/near", "first POST/near key own"},
		{"POST", "/far", "first POST/far key own"},
	} {
		seen = nil
		r := Request{Method: test.method, Address: first + test.path, Header: http.Header{"Authorization": {"key"}, "X-Own": {"own"}}}
		if test.method == "POST" {
			r.Body, r.Size = strings.NewReader("ab"), 2
		}
		answer, err := newClient(t, nil).Do(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, answer.Body); err != nil || answer.Body.Close() != nil {
			t.Error(err)
		}
		if got := strings.Join(seen, ", "); got != test.want {
			t.Errorf("%s %s: %q, want %q", test.method, test.path, got, test.want)
		}
	}
	for path, want := range map[string]Reason{"/loop": ReasonRedirects, "/local": ReasonURL} {
		_, err := newClient(t, nil).Do(t.Context(), Request{Method: "GET", Address: first + path, Header: http.Header{}})
		wantReason(t, err, want)
	}
}

func TestHosts(t *testing.T) {
	hosts, err := ParseHosts([]string{"*.example.com", "crm.test", "127.0.0.1", "[::1]", "*.Münster.example"})
	if err != nil {
		t.Fatal(err)
	}
	for host, want := range map[string]bool{
		"a.example.com": true, "A.B.EXAMPLE.com.": true, "example.com": false, "aexample.com": false, "a.example.com.evil.test": false,
		".example.com": false,
		"crm.test":     true, "a.crm.test": false, "127.0.0.1": true, "127.0.0.2": false, "::1": true, "a.münster.example": true,
		"a.xn--mnster-3ya.example": true, "": false, "*.example.com": false,
	} {
		if hosts.Has(host) != want {
			t.Errorf("%q: %v", host, !want)
		}
	}
	for _, wrong := range []string{"", "*", "*.", "a b", "*.*.example.com", "a.*.example.com", "https://a.example.com", "a.example.com/x",
		"10.0.0.0/8", "a.example.com:443", "*.127.0.0.1/8"} {
		if _, err := ParseHosts([]string{wrong}); err == nil {
			t.Errorf("%q is taken", wrong)
		}
	}
}
