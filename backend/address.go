package backend

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"strings"
	"syscall"

	"lectern/backend/store"
	"lectern/backend/web/api"
)

// listen takes the address that the flag says, or else the settings. Where that of the settings is
// none of this machine any more, as in another network, the server is there for this machine only
// rather than for nobody.
func (s *Server) listen(ctx context.Context) (net.Listener, error) {
	addr := s.settings.Get().Addr
	if s.config.Instead != "" {
		s.taken = cmp.Or(s.config.Addr, addr)
	}
	if flag := cmp.Or(s.config.Instead, s.config.Addr); flag != "" {
		return listen(flag)
	}
	listener, err := listen(addr)
	_, unknown := errors.AsType[*net.DNSError](err)
	if !unknown && !errors.Is(err, syscall.EADDRNOTAVAIL) {
		return listener, err
	}
	_, port, _ := net.SplitHostPort(addr) // it was checked when it was set
	s.log.WarnContext(ctx, "the address of the settings is none of this machine", slog.String("addr", addr), slog.Any("error", err))
	return listen(net.JoinHostPort("127.0.0.1", port))
}

// ListenAddr gives what a server with this configuration would listen on, by the settings of the
// library that it names, where there is one.
func (c Config) ListenAddr() string {
	if c.Addr != "" {
		return c.Addr
	}
	addr := DefaultAddr
	path, err := FindDatabase(cmp.Or(c.Data, DefaultData()))
	if err != nil {
		return addr
	}
	if text, err := store.PeekSetting(context.Background(), path, "addr"); err == nil {
		_ = json.Unmarshal([]byte(text), &addr) // what is no text leaves it as it is
	}
	return addr
}

func listen(addr string) (net.Listener, error) {
	listener, err := net.Listen("tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		err = fmt.Errorf("%w (another program has the port? --addr picks another one)", err)
	}
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w", addr, err)
	}
	return listener, nil
}

// URL gives the address under which this machine reaches the server, without a
// slash at its end.
func (s *Server) URL() string {
	host, port, err := net.SplitHostPort(s.listener.Addr().String())
	if err != nil {
		return s.config.scheme() + "://" + s.listener.Addr().String()
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1" // it listens on all addresses; this one is always there
	}
	return s.config.scheme() + "://" + net.JoinHostPort(host, port)
}

// APIBase gives the base of the viewing interface for programs on this machine.
func (s *Server) APIBase() string { return s.URL() + api.Base }

// PublicURL gives the address under which readers reach the server.
func (s *Server) PublicURL() string {
	if public := strings.TrimRight(s.settings.Get().PublicURL, "/"); public != "" {
		return public
	}
	return s.URL()
}

// private says whether nobody but this machine's own programs reaches the server: it
// listens on a loopback address, and no proxy is said to stand before it.
func (s *Server) private() bool {
	addr, ok := s.listener.Addr().(*net.TCPAddr)
	return ok && addr.IP.IsLoopback() && s.settings.Get().PublicURL == ""
}

// prefix gives the path of the public address as it is written in an address, such
// as "/our%20documents", or "".
func (s *Server) prefix() string { return s.publicPath().EscapedPath() }

func (s *Server) publicPath() *url.URL {
	u, err := url.Parse(strings.TrimRight(s.settings.Get().PublicURL, "/"))
	if err != nil {
		return &url.URL{} // it was checked when the server was opened
	}
	return u
}
