package guard

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// newClient returns a client that may connect to this machine by its IP address.
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

// promise 1: no spelling of a private address is dialled.
func TestGetRefusesPrivate(t *testing.T) {
	var reached atomic.Bool
	canary := serve(t, func(http.ResponseWriter, *http.Request) { reached.Store(true) })
	port := canary[strings.LastIndex(canary, ":"):]
	c := newClient(t, func(c *Config) { c.Allow = nil })
	for _, host := range []string{
		"127.0.0.1", "127.1", "127.0.1", "127.255.255.254", "2130706433", "017700000001", "0x7f000001", "0x7f.1", "0177.0.0.1",
		"0.0.0.0", "0", "localhost", "LOCALHOST", "localhost.", "10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1", "169.254.169.254",
		"192.0.2.1", "198.18.0.1", "224.0.0.1", "255.255.255.255",
		"[::1]", "[::]", "[::ffff:127.0.0.1]", "[::FFFF:7F00:1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b::127.0.0.1]", "[64:ff9b:1::1]",
		"[2002:7f00:1::]", "[2001:0:4136:e378:8000:63bf:3fff:fdd2]", "[fe80::1]", "[fe80::1%25lo]", "[fc00::1]", "[fd00:ec2::254]", "[ff02::1]",
		"[2001:db8::1]", "[fec0::1]",
		"①②⑦.⓪.⓪.①", "127。0。0。1",
	} {
		t.Run(host, func(t *testing.T) {
			_, _, err := get(t, c, "http://"+host+port+"/")
			told, ok := errors.AsType[*Error](err)
			// If this system's resolver does not recognize a spelling as an address, the error is that of an unknown
			// host name.
			if !ok || told.Reason != ReasonForbidden && told.Reason != ReasonUnknownHost && told.Reason != ReasonURL {
				t.Errorf("got %v", err)
			}
		})
	}
	if reached.Load() {
		t.Error("a request reached the private server")
	}
}

// promise 1: a name that resolves to a private address is rejected, and the message has the reason.
func TestGetRefusesNameOfPrivate(t *testing.T) {
	dns := &nameServer{answers: []netip.Addr{netip.MustParseAddr("127.0.0.1")}}
	c := newClient(t, func(c *Config) { c.Allow, c.Resolver = nil, dns.resolver(t) })
	_, _, err := get(t, c, "http://intranet.example:8080/")
	wantReason(t, err, ReasonForbidden)
	if err.Error() != "The address leads to a private network, which is not allowed." {
		t.Errorf("got %q", err)
	}
}

// promise 1: the owner can allow named hosts, addresses and ranges.
func TestAllow(t *testing.T) {
	base := serve(t, func(http.ResponseWriter, *http.Request) {})
	port := base[strings.LastIndex(base, ":"):]
	dns := &nameServer{answers: []netip.Addr{netip.MustParseAddr("127.0.0.1")}}
	resolver := dns.resolver(t)
	tests := []struct {
		allow, host string
		want        bool
	}{
		{"127.0.0.1", "127.0.0.1", true},
		{"::ffff:127.0.0.1", "127.0.0.1", true},
		{"127.0.0.0/8", "127.0.0.1", true},
		{"127.0.0.1/8", "[::ffff:127.0.0.1]", true},
		{"files.example", "files.example", true},
		{"Files.Example", "FILES.example", true},
		{"files.example", "other.example", false},
		{"files.example", "sub.files.example", false},
		{"example", "files.example", false},
		{"127.0.0.1", "files.example", true},
		{"files.example", "127.0.0.1", false},
		{"10.0.0.0/8", "127.0.0.1", false},
		{"bücher.example", "xn--bcher-kva.example", true},
	}
	for _, test := range tests {
		t.Run(test.allow+" "+test.host, func(t *testing.T) {
			c := newClient(t, func(c *Config) { c.Allow, c.Resolver = []string{test.allow}, resolver })
			_, _, err := get(t, c, "http://"+test.host+port)
			if test.want != (err == nil) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestAllowMalformed(t *testing.T) {
	for _, entry := range []string{"", "10.0.0.0/99", "http://intranet", "intranet:80", "*.example", "a b"} {
		if _, err := New(Config{Allow: []string{entry}}); err == nil {
			t.Errorf("%q was taken", entry)
		}
	}
}

// promise 2: every redirect is checked again.
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

// promise 2: at most 10 redirects are followed.
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

// promise 2: a redirect sends no credentials, cookies or referrer of the first host to the next one.
func TestGetRedirectCarriesNothing(t *testing.T) {
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

// promise 3: the address that was checked is the one that is dialled, even if the name resolves differently a second
// time.
func TestGetRebinding(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.2:0")
	if err != nil {
		t.Skip("this system has but one loopback address")
	}
	friend := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "friend")
	})}
	go func() { _ = friend.Serve(listener) }()
	t.Cleanup(func() { friend.Close() })
	port := listener.Addr().(*net.TCPAddr).Port
	var reached atomic.Bool
	private, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		t.Fatal(err)
	}
	canary := &http.Server{Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Store(true) })}
	go func() { _ = canary.Serve(private) }()
	t.Cleanup(func() { canary.Close() })

	dns := &nameServer{answers: []netip.Addr{netip.MustParseAddr("127.0.0.2"), netip.MustParseAddr("127.0.0.1")}}
	c := newClient(t, func(c *Config) { c.Allow, c.Resolver = []string{"127.0.0.2"}, dns.resolver(t) })
	address := fmt.Sprintf("http://rebind.example:%d/", port)
	if _, content, err := get(t, c, address); err != nil || content != "friend" {
		t.Fatalf("got %q, %v", content, err)
	}
	if n := dns.asked.Load(); n != 1 {
		t.Errorf("the name was looked up %d times for one connection", n)
	}
	_, _, err = get(t, c, address)
	wantReason(t, err, ReasonForbidden)
	if reached.Load() {
		t.Error("the second answer led to the private server")
	}
}

// TestMain sets a proxy in the environment before the first request, because the environment is read only once.
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

// promise 4: proxies that the environment variables set are ignored.
func TestGetIgnoresProxy(t *testing.T) {
	_, _, err := get(t, newClient(t, nil), "http://192.168.1.1/")
	wantReason(t, err, ReasonForbidden)
	if proxied.Load() {
		t.Error("a request went through the proxy")
	}
}

// promise 5: only http and https.
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

// promise 6: an endless body is rejected at the maximum size.
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
	if len(content) != 1<<20 || err.Error() != "The download is too large: it was stopped at 1.05 MB." {
		t.Errorf("got %d bytes, %v", len(content), err)
	}
}

// promise 6: a body of exactly the maximum size is accepted.
func TestGetAtCap(t *testing.T) {
	base := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "12345") })
	if _, content, err := get(t, newClient(t, func(c *Config) { c.MaxBytes = 5 }), base); err != nil || content != "12345" {
		t.Errorf("got %q, %v", content, err)
	}
	_, _, err := get(t, newClient(t, func(c *Config) { c.MaxBytes = 4 }), base)
	wantReason(t, err, ReasonSize)
}

// promise 6: the maximum size applies to the decompressed body.
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

// promise 6: a response that takes too long is aborted at the time limit, before its header or within its body.
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
			if err.Error() != "The download took too long: it was stopped after 0.1 seconds." {
				t.Errorf("got %v", err)
			}
		})
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
		{base + "/missing", "The address answered 404 Not Found."},
		{base + "/odd", "The address answered 799."},
		{base + "/brotli", "The address answered in a compressed form that is not known."},
		{base + "/short", "The connection ended before the whole document had arrived."},
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

// promise 4: no other package of the server makes HTTP requests by itself.
func TestOnlyClient(t *testing.T) {
	forbidden := []string{"http.DefaultClient", "http.Get(", "http.Post(", "http.Head(", "http.PostForm(", "http.Client{", "http.Transport{",
		"http.DefaultTransport"}
	err := filepath.WalkDir("../..", func(path string, entry os.DirEntry, err error) error {
		own := false // in this package, or in a program that is a client of the server
		for _, dir := range []string{"internal/guard", "cmd", "lab"} {
			own = own || strings.HasPrefix(path, filepath.Join("..", "..", dir)+string(filepath.Separator))
		}
		if err != nil || own || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		for _, use := range forbidden {
			if strings.Contains(string(source), use) {
				t.Errorf("%s uses %s: requests to addresses from outside go through this package", path, strings.TrimRight(use, "({"))
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
