package outbound

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// newClient returns a client that may connect to this machine under 127.0.0.1.
func newClient(t *testing.T, change func(*Config)) *Client {
	t.Helper()
	config := Config{Allow: []string{"127.0.0.1"}}
	if change != nil {
		change(&config)
	}
	c, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func serve(t *testing.T, h http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

// get fetches a URL and reads the whole body.
func get(t *testing.T, c *Client, address string) (*Response, string, error) {
	t.Helper()
	resp, err := c.Get(t.Context(), address)
	if err != nil {
		return nil, "", err
	}
	defer resp.Body.Close()
	content, err := io.ReadAll(resp.Body)
	return resp, string(content), err
}

func wantReason(t *testing.T, err error, want Reason) {
	t.Helper()
	told, ok := errors.AsType[*Error](err)
	if !ok || told.Reason != want {
		t.Fatalf("got %v, want an error of reason %q", err, want)
	}
}

func TestGet(t *testing.T) {
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Disposition", `attachment; filename*=UTF-8''%C3%9Cbersicht.docx`)
		_, _ = io.WriteString(w, "hello from "+r.URL.Path)
	})
	resp, content, err := get(t, newClient(t, nil), base+"/a/plan.docx")
	if err != nil || content != "hello from /a/plan.docx" {
		t.Fatalf("got %q, %v", content, err)
	}
	if resp.Filename != "Übersicht.docx" || resp.Status != 200 || resp.URL != base+"/a/plan.docx" {
		t.Errorf("got %+v", resp)
	}
}

// TestMain sets a proxy in the environment before the first request, because the HTTP client reads the environment only
// once.
func TestMain(m *testing.M) {
	proxy := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { proxied.Store(true) }))
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY"} {
		if err := os.Setenv(name, proxy.URL); err != nil {
			panic(err)
		}
	}
	code := m.Run()
	proxy.Close()
	os.Exit(code)
}

var proxied atomic.Bool

// Proxies in environment variables are ignored.
//
// SECURITY.md, promise 4 (one HTTP client)
func TestGetIgnoresProxy(t *testing.T) {
	_, _, err := get(t, newClient(t, nil), "http://192.168.1.1/")
	wantReason(t, err, ReasonForbidden)
	if proxied.Load() {
		t.Error("a request went through the proxy")
	}
}

// Only http and https URLs are accepted.
//
// SECURITY.md, promise 5 (only http and https)
func TestValidateURL(t *testing.T) {
	for address, want := range map[string]bool{
		"http://example.com/a.pdf": true, "https://example.com": true, "HTTPS://EXAMPLE.com/": true, "http://[::1]:80/": true,
		"file:///etc/passwd": false, "ftp://example.com/a": false, "gopher://example.com": false, "data:text/plain,hi": false,
		"javascript:alert(1)": false, "/etc/passwd": false, "example.com/a.pdf": false, "": false, "http://": false, "http:///a": false,
		"http:example.com": false, "http://exa mple.com/": false, "http://a\nb/": false, "http://:80/": false,
		"http://example.com/" + strings.Repeat("a", MaxURL-19): true, "http://example.com/" + strings.Repeat("a", MaxURL-18): false,
	} {
		err := ValidateURL(address)
		if want != (err == nil) {
			t.Errorf("%q: got %v", address, err)
		}
	}
}

// If the caller's context ends, the error is the context's error, not an error about the address.
func TestGetCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	base := serve(t, func(_ http.ResponseWriter, r *http.Request) { cancel(); <-r.Context().Done() })
	_, err := newClient(t, nil).Get(ctx, base)
	if _, told := errors.AsType[*Error](err); told || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestGetFails(t *testing.T) {
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/missing":
			http.NotFound(w, r)
		case "/odd":
			w.WriteHeader(799)
		case "/brotli":
			w.Header().Set("Content-Encoding", "br")
			_, _ = io.WriteString(w, "?")
		case "/short":
			w.Header().Set("Content-Length", "100")
			_, _ = io.WriteString(w, "short")
		}
	})
	secure := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(secure.Close)
	closed := httptest.NewServer(nil)
	closed.Close()
	for _, test := range []struct{ address, want string }{
		{base + "/missing", "The address responded 404 Not Found."},
		{base + "/odd", "The address responded 799."},
		{base + "/brotli", "The address responded with an unknown compression."},
		{base + "/short", "The connection ended before the whole document was received."},
		{secure.URL, "The server at the address has no valid certificate."},
		{closed.URL, "The server at the address could not be reached."},
		{"http://nowhere.invalid/", "The host name could not be found."},
		{"file:///etc/passwd", "The address is not a complete http or https address."},
	} {
		t.Run(test.address, func(t *testing.T) {
			_, _, err := get(t, newClient(t, nil), test.address)
			if err == nil || err.Error() != test.want {
				t.Errorf("got %v", err)
			}
		})
	}
}

// No other package of the server sends HTTP requests itself.
//
// SECURITY.md, promise 4 (one HTTP client)
func TestOnlyClient(t *testing.T) {
	forbidden := []string{"http.DefaultClient", "http.Get(", "http.Post(", "http.Head(", "http.PostForm(", "http.Client{", "http.Transport{",
		"http.DefaultTransport"}
	err := filepath.WalkDir("../..", func(path string, entry os.DirEntry, err error) error {
		own := false // whether the file belongs to this package, or to a program that is a client of the server
		for _, dir := range []string{"internal/outbound", "cmd", "lab"} {
			own = own || strings.HasPrefix(path, filepath.Join("..", "..", dir)+string(filepath.Separator))
		}
		if err != nil || own || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		for _, use := range forbidden {
			if strings.Contains(string(source), use) {
				t.Errorf("%s uses %s: requests to other servers must use internal/outbound", path, strings.TrimRight(use, "({"))
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
