package router

import (
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"lectern/backend/internal/fault"
	"lectern/backend/web/api/route"
	"lectern/backend/web/problem"
)

// protect returns a handler that passes a request to next only if it is meant for this server, and comes from a program
// or from a page that may call the server. If the host name of a web page resolves to this server (DNS rebinding), the
// request has that name as its host. If a page calls another origin, the browser names the page's origin.
func (c Config) protect(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		origin := r.Header.Get("Origin")
		switch {
		case !c.isOwnName(r.Host):
			refuse(w, r, fault.HostUnknown, "This server does not know the host name "+hostOnly(r.Host)+
				". An administrator can add it to hostNames in the settings, or with --host-name.")
		case origin == "" || c.isOwnOrigin(origin, r.Host):
			next.ServeHTTP(w, r)
		default:
			c.serveOrigin(w, r, origin, next)
		}
	})
}

// serveOrigin serves a request of a web page of another origin, if the page may call this server.
func (c Config) serveOrigin(w http.ResponseWriter, r *http.Request, origin string, next http.Handler) {
	path := r.URL.Path
	switch {
	case isPublic(r.Method, path):
		next.ServeHTTP(w, r)
	case !strings.HasPrefix(path, route.Base+"/") && !strings.HasPrefix(path, route.TaskBase+"/"):
		refuse(w, r, fault.OriginForbidden, "Web pages of other origins cannot use this resource.")
	case isWindow(origin):
		c.serveWindow(w, r, next)
	case c.isAllowedOrigin(origin):
		openTo(origin, w, r, next)
	default:
		refuse(w, r, fault.OriginForbidden, "Web pages of the origin "+origin+
			" are not allowed to call this server. An administrator can add the origin to allowedOrigins in the settings.")
	}
}

func refuse(w http.ResponseWriter, r *http.Request, code fault.Code, message string) {
	problem.Write(w, r, problem.New(r.Context(), http.StatusForbidden, message).Coded(code))
}

// isAllowedOrigin reports whether the owner of this server lets pages of an origin call it.
func (c Config) isAllowedOrigin(origin string) bool {
	from, isWeb := parseOrigin(origin)
	return slices.ContainsFunc(c.Settings().AllowedOrigins, func(allowed string) bool {
		to, _ := parseOrigin(allowed)
		return allowed == origin || isWeb && to == from
	})
}

// isPublic reports whether a request is for a resource that any web page may embed.
func isPublic(method, path string) bool {
	return (method == http.MethodGet || method == http.MethodHead) && (path == "/viewer/view" || strings.HasPrefix(path, "/viewer/public/"))
}

// isOwnName reports whether the host of a request is a name of this server. An IP address cannot be the name of another
// site, and browsers always send a host.
func (c Config) isOwnName(host string) bool {
	name := hostOnly(host)
	if name == "" || isMachineName(name) {
		return true
	}
	current := c.Settings()
	if public, err := url.Parse(current.PublicURL); err == nil && public.Host != "" && strings.EqualFold(public.Hostname(), name) {
		return true
	}
	return slices.ContainsFunc(current.HostNames, func(own string) bool { return strings.EqualFold(own, name) })
}

// hostOnly returns the name in a Host header, without the port.
func hostOnly(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
}

// webOrigin is the origin of a web page, in the form in which origins are compared: in lower case, and without
// the default port of its scheme.
type webOrigin struct{ scheme, authority string }

// parseOrigin parses an address that begins with an origin, and reports whether its scheme is http or https.
func parseOrigin(text string) (webOrigin, bool) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return webOrigin{}, false
	}
	return webOrigin{u.Scheme, authorityOf(u.Host, u.Scheme)}, true
}

// authorityOf returns a host in lower case, without the default port of the scheme.
func authorityOf(host, scheme string) string {
	port := ":80"
	if scheme == "https" {
		port = ":443"
	}
	return strings.TrimSuffix(strings.ToLower(host), port)
}

// isOwnOrigin reports whether the page that calls was served by this server, which is called host in the request.
// Without a public address, its other names on the same port are its own, too, with either scheme: a page of
// http://localhost:7420 may call http://127.0.0.1:7420.
// With a public address, only the page's scheme is trusted that this address has: a page that came over plain
// HTTP may be anybody's. Under an address in digits, or as localhost, the server is reached without a proxy, so
// that its own scheme is trusted there, too.
func (c Config) isOwnOrigin(origin, host string) bool {
	from, ok := parseOrigin(origin)
	if !ok {
		return false
	}
	isHost := from.authority == authorityOf(host, from.scheme)
	public, ok := parseOrigin(c.Settings().PublicURL)
	if !ok {
		own, _ := parseOrigin(c.URL())
		return isHost || from.authority == own.authority || c.isLocalName(hostOnly(from.authority)) &&
			portOf(from.authority) == portOf(authorityOf(host, from.scheme))
	}
	return from == public || isHost && (from.scheme == public.scheme || from.scheme == c.Scheme && isMachineName(hostOnly(host)))
}

// isLocalName reports whether name leads from this machine to itself, or is a name that the owner has configured.
func (c Config) isLocalName(name string) bool {
	ip := net.ParseIP(name)
	return name == "localhost" || ip != nil && ip.IsLoopback() || slices.ContainsFunc(c.Settings().HostNames,
		func(own string) bool { return strings.EqualFold(own, name) })
}

// portOf returns the port of an authority, or "" for the default port of its scheme.
func portOf(authority string) string {
	_, port, _ := net.SplitHostPort(authority) // the error means that there is no port
	return port
}

// isMachineName reports whether name is an address in digits or localhost.
func isMachineName(name string) bool {
	return name == "localhost" || strings.HasSuffix(name, ".localhost") || net.ParseIP(name) != nil
}

// isWindow reports whether an origin is that of the desktop window's page. Wails serves
// it from wails://wails, on Windows from http://wails.localhost.
func isWindow(origin string) bool {
	return origin == "wails://wails" || origin == "http://wails.localhost"
}

// serveWindow serves a request of the desktop window's page, which must use the window's own key.
func (c Config) serveWindow(w http.ResponseWriter, r *http.Request, next http.Handler) {
	if r.Method != http.MethodOptions && !c.IsLocal(r.Header.Get("Authorization")) {
		allow(r.Header.Get("Origin"), w)
		refuse(w, r, fault.OriginForbidden, "The page of the window can only use the window's own key.")
		return
	}
	openTo(r.Header.Get("Origin"), w, r, next)
}

// openTo serves a request of a page of another origin with the CORS headers that let the page read the response.
func openTo(origin string, w http.ResponseWriter, r *http.Request, next http.Handler) {
	header := allow(origin, w)
	if r.Method != http.MethodOptions {
		header.Set("Access-Control-Expose-Headers", "Content-Disposition, ETag, Link, Missing-Count, Page-Scale, Retry-After, "+
			"Total-Count, X-Request-Id")
		next.ServeHTTP(w, r)
		return
	}
	header.Set("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE")
	header.Set("Access-Control-Allow-Headers", "Authorization, Content-Disposition, Content-Encoding, Content-Type, Document-Password, "+
		"Idempotency-Key, If-Match, Last-Event-ID, Range")
	header.Set("Access-Control-Max-Age", "600")
	w.WriteHeader(http.StatusNoContent) // also without a route: the page learns that from its request
}

// allow sets the CORS headers of every response to a page of an origin.
func allow(origin string, w http.ResponseWriter) http.Header {
	header := w.Header()
	header.Set("Access-Control-Allow-Origin", origin)
	header.Add("Vary", "Origin")
	return header
}
