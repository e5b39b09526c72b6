// Package router passes requests to the server's routes. It converts the path of each request to its canonical form,
// rejects requests that are not meant for this server, and responds to requests for which there is no route.
package router

import (
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"

	"lectern/backend/internal/bodymemory"
	"lectern/backend/internal/fault"
	"lectern/backend/settings"
	"lectern/backend/web/coding"
	"lectern/backend/web/problem"
)

// maxBodyMemory is the maximum number of bytes that the bodies of all requests together may use in memory. Small bodies
// do not count. The limit is low because parsed bodies use several times as much memory.
const maxBodyMemory = 20 << 20

// Config contains the properties of the server that the router needs.
type Config struct {
	TempDir  string
	Settings func() settings.Settings
	// URL returns the address under which this machine reaches the server.
	URL func() string
	// Scheme is the scheme (http or https) under which the server is reached without a proxy.
	Scheme string
	// Prefix returns the path of the server's public address, escaped.
	Prefix func() string
	// IsLocal reports whether a header Authorization contains the key of the desktop window.
	IsLocal func(authorization string) bool
}

// New returns a handler that serves the routes of mux, for clients that may call them.
func New(mux *http.ServeMux, config Config) http.Handler {
	budget := bodymemory.New(config.TempDir, maxBodyMemory)
	t := routes{mux: mux, serve: withDecodedBody(budget.Handler(mux)), prefix: config.Prefix}
	return t.canonical(config.protect(t))
}

// routes serves requests by their canonical path, which [routes.canonical] sets.
type routes struct {
	mux    *http.ServeMux
	serve  http.Handler  // serves a request that has a route
	prefix func() string // path of the public address, escaped
}

// canonical sets the canonical path of every request before it calls next, so that next checks the same path that is
// served later. The canonical path has no doubled slashes, and no trailing slash except at the root of a route for all
// paths below it. The path of the public address is removed from its beginning, except when a route contains it.
// Percent-encoded slashes stay part of their segment. The URL of the request itself is changed, so that observers of
// the request see the route. A path with dot segments, which clients resolve before they send a request, has no route.
//
// The response to OPTIONS has an Allow header if there is a route, even if next rejects the request.
func (t routes) canonical(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t.canonicalize(r)
		if r.Method == http.MethodOptions {
			_, allow := t.find(r)
			setAllow(w, allow)
		}
		next.ServeHTTP(w, r)
	})
}

func (t routes) canonicalize(r *http.Request) {
	escaped := joinSegments(r.URL.EscapedPath())
	if rest, ok := cutPrefix(escaped, t.prefix()); ok && !t.hasRoute(withPath(r, escaped)) {
		escaped = rest
	}
	if escaped != r.URL.EscapedPath() {
		r.URL = withPath(r, escaped).URL
	}
	// Without a trailing slash, the mux would redirect a request for the root of such a route.
	if subtree := withPath(r, escaped+"/"); t.isRoot(subtree) {
		r.URL = subtree.URL
	}
}

// isRoot reports whether the path of a request ends in a slash and belongs to a route for all paths below it.
func (t routes) isRoot(r *http.Request) bool {
	_, pattern := t.mux.Handler(r)
	_, root, _ := strings.Cut(pattern, " ")
	return root == r.URL.Path
}

// hasRoute reports whether there is a route for the path of a request, whatever the method.
func (t routes) hasRoute(r *http.Request) bool {
	pattern, allow := t.find(r)
	return pattern != "" || allow != ""
}

// find returns the pattern of the route for a request. If there is none, it returns the methods for which the path has
// routes.
func (t routes) find(r *http.Request) (pattern, allow string) {
	if escaped := r.URL.EscapedPath(); len(path.Clean(escaped)) < len(strings.TrimSuffix(escaped, "/")) { // dot segments
		return "", ""
	}
	handler, pattern := t.mux.Handler(r)
	if pattern != "" {
		return pattern, ""
	}
	refusal := statusOnly{header: http.Header{}}
	handler.ServeHTTP(&refusal, r)
	return "", refusal.header.Get("Allow")
}

// setAllow sets the header Allow to the methods of a path. It sets none if methods is empty.
func setAllow(w http.ResponseWriter, methods string) {
	if methods != "" {
		w.Header().Set("Allow", methods+", "+http.MethodOptions)
	}
}

// ServeHTTP implements [http.Handler]. If there is no route, it sends a problem, where the mux would send plain text.
// It responds to OPTIONS requests for paths that have a route.
func (t routes) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	pattern, allow := t.find(r)
	setAllow(w, allow)
	switch {
	case pattern != "":
		t.serve.ServeHTTP(w, r)
	case allow == "":
		problem.Write(w, r, problem.New(r.Context(), http.StatusNotFound, "There is nothing at "+r.URL.Path+".").Coded(fault.RouteUnknown))
	case r.Method == http.MethodOptions:
		w.WriteHeader(http.StatusNoContent)
	default:
		problem.Write(w, r, problem.New(r.Context(), http.StatusMethodNotAllowed, "The method "+r.Method+" does not fit "+r.URL.Path+"."))
	}
}

// withDecodedBody returns a handler that decodes the body of a request before next serves it.
func withDecodedBody(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := coding.Decode(r); err != nil {
			w.Header().Set("Accept-Encoding", coding.Accepted)
			problem.Write(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// joinSegments returns an escaped path without its empty segments.
func joinSegments(escaped string) string {
	segments := slices.DeleteFunc(strings.Split(escaped, "/"), func(segment string) bool { return segment == "" })
	return "/" + strings.Join(segments, "/")
}

// withPath returns a copy of a request with another path, given in escaped form.
func withPath(r *http.Request, escaped string) *http.Request {
	u, changed := *r.URL, *r
	u.Path, u.RawPath = escaped, escaped
	if plain, err := url.PathUnescape(escaped); err == nil { // cannot fail, because the path is validly escaped
		u.Path = plain
	}
	changed.URL = &u
	return &changed
}

// cutPrefix removes a prefix from a path, both escaped, and reports whether the path had the prefix. It compares the
// unescaped segments.
func cutPrefix(escaped, prefix string) (rest string, found bool) {
	if prefix == "" {
		return "", false
	}
	segments, leading := strings.Split(escaped, "/"), strings.Split(prefix, "/")
	if len(segments) < len(leading) {
		return "", false
	}
	for i, segment := range leading {
		if unescaped(segment) != unescaped(segments[i]) {
			return "", false
		}
	}
	return "/" + strings.Join(segments[len(leading):], "/"), true
}

func unescaped(segment string) string {
	plain, err := url.PathUnescape(segment)
	if err != nil {
		return segment
	}
	return plain
}

// statusOnly records the status and the headers of a response, and drops its body.
type statusOnly struct {
	header http.Header
	status int
}

func (s *statusOnly) Header() http.Header         { return s.header }
func (s *statusOnly) Write(p []byte) (int, error) { return len(p), nil }
func (s *statusOnly) WriteHeader(status int)      { s.status = status }
