package backend

import (
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"lectern/backend/api"
	"lectern/backend/problem"
)

// protect lets only those requests through that are meant for this server, from programs and
// from pages that may call it. A web page whose own name was made to lead here (DNS rebinding)
// names itself as the host; one that calls another origin is named by the browser.
func (s *Server) protect(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		origin := r.Header.Get("Origin")
		switch {
		case !s.isOwnName(r.Host):
			refuse(w, r, "This server is not called "+hostOnly(r.Host)+". Its owner can add the name to hostNames in the settings, or with --host-name.")
		case origin == "" || s.isOwnOrigin(origin, r.Host):
			next.ServeHTTP(w, r)
		default:
			s.serveOrigin(w, r, origin, next)
		}
	})
}

// serveOrigin serves what a web page of another origin asks for, where it may.
func (s *Server) serveOrigin(w http.ResponseWriter, r *http.Request, origin string, next http.Handler) {
	path := s.ownPath(r)
	switch {
	case isPublic(r.Method, path):
		next.ServeHTTP(w, r)
	case !strings.HasPrefix(path, api.Base+"/") && !strings.HasPrefix(path, api.TaskBase+"/"):
		refuse(w, r, "Web pages of other origins may not ask for this.")
	case isWindow(origin):
		s.serveWindow(w, r, next)
	case slices.Contains(s.settings.Get().AllowedOrigins, origin):
		openTo(origin, w, r, next)
	default:
		refuse(w, r, "Web pages of the origin "+origin+" may not call this server. Its owner can add it to allowedOrigins in the settings.")
	}
}

func refuse(w http.ResponseWriter, r *http.Request, message string) {
	problem.Write(w, r, problem.New(r.Context(), http.StatusForbidden, message))
}

// ownPath gives the path of a request without the public prefix that a proxy has left in.
func (s *Server) ownPath(r *http.Request) string {
	if rest, ok := strings.CutPrefix(r.URL.Path, s.publicPath().Path+"/"); ok {
		return "/" + rest
	}
	return r.URL.Path
}

// isPublic says whether a request is for what any web page may embed.
func isPublic(method, path string) bool {
	return (method == http.MethodGet || method == http.MethodHead) && (path == "/viewer/view" || strings.HasPrefix(path, "/viewer/public/"))
}

// isOwnName says whether this server is called by the host of a request. An address in digits
// can be no other's name; browsers always name one.
func (s *Server) isOwnName(host string) bool {
	name := hostOnly(host)
	if name == "" || name == "localhost" || strings.HasSuffix(name, ".localhost") || net.ParseIP(name) != nil {
		return true
	}
	current := s.settings.Get()
	if public, err := url.Parse(current.PublicURL); err == nil && public.Host != "" && strings.EqualFold(public.Hostname(), name) {
		return true
	}
	return slices.ContainsFunc(current.HostNames, func(own string) bool { return strings.EqualFold(own, name) })
}

// hostOnly gives the name of a Host header, without the port.
func hostOnly(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
}

// isOwnOrigin says whether a page that calls was served by this server.
func (s *Server) isOwnOrigin(origin, host string) bool {
	from, err := url.Parse(origin)
	if err != nil || (from.Scheme != "http" && from.Scheme != "https") {
		return false
	}
	public, err := url.Parse(s.PublicURL())
	return strings.EqualFold(from.Host, host) || err == nil && strings.EqualFold(from.Host, public.Host)
}

// isWindow says whether a page of that origin is the window's own: Wails serves
// it from wails://wails, on Windows from http://wails.localhost.
func isWindow(origin string) bool {
	return origin == "wails://wails" || origin == "http://wails.localhost"
}

// serveWindow lets the window's page call the interface, with the window's own key only.
func (s *Server) serveWindow(w http.ResponseWriter, r *http.Request, next http.Handler) {
	if r.Method != http.MethodOptions && !s.accounts.IsLocal(r.Header.Get("Authorization")) {
		allow(r.Header.Get("Origin"), w)
		refuse(w, r, "The window's page uses the window's own key only.")
		return
	}
	openTo(r.Header.Get("Origin"), w, r, next)
}

// openTo lets a page of an origin call the interface (CORS).
func openTo(origin string, w http.ResponseWriter, r *http.Request, next http.Handler) {
	header := allow(origin, w)
	if r.Method != http.MethodOptions {
		header.Set("Access-Control-Expose-Headers", "Content-Disposition, ETag, Link, Page-Scale, Retry-After, Total-Count, X-Request-Id")
		next.ServeHTTP(w, r)
		return
	}
	header.Set("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE")
	header.Set("Access-Control-Allow-Headers", "Authorization, Content-Disposition, Content-Type, Document-Password, Idempotency-Key, If-Match, Last-Event-ID, Range")
	header.Set("Access-Control-Max-Age", "600")
	w.WriteHeader(http.StatusNoContent)
}

func allow(origin string, w http.ResponseWriter) http.Header {
	header := w.Header()
	header.Set("Access-Control-Allow-Origin", origin)
	header.Add("Vary", "Origin")
	return header
}
