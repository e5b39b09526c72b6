package backend

import (
	"net"
	"net/http"
	"net/url"
	"strings"

	"lectern/backend/api"
	"lectern/backend/problem"
)

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
	if s.config.PublicURL != "" {
		return s.config.PublicURL
	}
	return s.URL()
}

// prefix gives the path of the public address, such as "/documents", or "".
func (s *Server) prefix() string {
	u, err := url.Parse(s.config.PublicURL)
	if err != nil {
		return "" // it was checked when the server was opened
	}
	return u.EscapedPath()
}

// stripPrefix serves under the public path too, for a proxy that leaves it in the
// requests.
func stripPrefix(prefix string, next http.Handler) http.Handler {
	if prefix == "" {
		return next
	}
	inner := http.StripPrefix(prefix, next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, prefix+"/") {
			inner.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// withProblems answers what no route fits as a problem, where the mux would do it
// in plain text.
func withProblems(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler, pattern := mux.Handler(r)
		if pattern != "" {
			mux.ServeHTTP(w, r)
			return
		}
		refusal := &statusOnly{header: w.Header()}
		handler.ServeHTTP(refusal, r)
		message := "There is nothing at " + r.URL.Path + "."
		if refusal.status == http.StatusMethodNotAllowed {
			message = "The method " + r.Method + " does not fit " + r.URL.Path + "."
		}
		problem.Write(w, r, problem.New(r.Context(), refusal.status, message))
	})
}

// statusOnly takes the status and the headers of an answer, and drops its body.
type statusOnly struct {
	header http.Header
	status int
}

func (s *statusOnly) Header() http.Header         { return s.header }
func (s *statusOnly) Write(p []byte) (int, error) { return len(p), nil }
func (s *statusOnly) WriteHeader(status int)      { s.status = status }
