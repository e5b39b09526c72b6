package outbound

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
)

// No spelling of a private address leads to a connection.
//
// SECURITY.md, promise 1 (private addresses)
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
			// If the resolver of this system does not recognize an unusual spelling as an address, the error is the
			// same as for an unknown host name.
			if !ok || told.Reason != ReasonForbidden && told.Reason != ReasonUnknownHost && told.Reason != ReasonURL {
				t.Errorf("got %v", err)
			}
		})
	}
	if reached.Load() {
		t.Error("a request reached the private server")
	}
}

// A name that resolves to a private address is rejected, and the message contains the reason.
//
// SECURITY.md, promise 1 (private addresses)
func TestGetRefusesNameOfPrivate(t *testing.T) {
	dns := &nameServer{answers: []netip.Addr{netip.MustParseAddr("127.0.0.1")}}
	c := newClient(t, func(c *Config) { c.Allow, c.Resolver = nil, dns.resolver(t) })
	_, _, err := get(t, c, "http://intranet.example:8080/")
	wantReason(t, err, ReasonForbidden)
	if err.Error() != "The address leads to a private network, which is not allowed." {
		t.Errorf("got %q", err)
	}
}

// The owner can allow named hosts, addresses and ranges.
//
// SECURITY.md, promise 1 (private addresses)
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

// The client connects to the address that it has checked, even if the name later resolves to another address.
//
// SECURITY.md, promise 3 (DNS rebinding)
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
