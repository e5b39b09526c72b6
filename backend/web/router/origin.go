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

// protect returns a handler that calls next only for requests that are meant for this server. Requests from a web page
// are also rejected if that page may not call this server. This prevents DNS rebinding: if the host name of a foreign
// page resolves to this server, the page's requests have that name as their host. Requests from pages of another origin
// are recognized by the Origin header, which browsers send.
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
			c.serveCrossOrigin(w, r, origin, next)
		}
	})
}

// serveCrossOrigin serves a request from a web page of another origin, if that page may call this server.
func (c Config) serveCrossOrigin(w http.ResponseWriter, r *http.Request, origin string, next http.Handler) {
	path := r.URL.Path
	switch {
	case isPublic(r.Method, path):
		next.ServeHTTP(w, r)
	case !strings.HasPrefix(path, route.Base+"/") && !strings.HasPrefix(path, route.TaskBase+"/"):
		refuse(w, r, fault.OriginForbidden, "Web pages of other origins cannot use this resource.")
	case isWindow(origin):
		c.serveWindow(w, r, next)
	case c.isAllowedOrigin(origin):
		serveWithCORS(origin, w, r, next)
	default:
		refuse(w, r, fault.OriginForbidden, "Web pages of the origin "+origin+
			" are not allowed to call this server. An administrator can add the origin to allowedOrigins in the settings.")
	}
}

func refuse(w http.ResponseWriter, r *http.Request, code fault.Code, message string) {
	problem.Write(w, r, problem.New(r.Context(), http.StatusForbidden, message).Coded(code))
}

// isAllowedOrigin reports whether the settings of this server allow pages of an origin to call it.
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

// isOwnName reports whether the host of a request is a name of this server. IP addresses are accepted, because they
// cannot be names of another site. Requests without a host are accepted, because they do not come from a browser:
// browsers always send a host.
func (c Config) isOwnName(host string) bool {
	name := hostOnly(host)
	if name == "" || isMachineName(name) {
		return true
	}
	current := c.Settings()
	if public, err := url.Parse(current.PublicURL); err == nil && public.Host != "" && strings.EqualFold(public.Hostname(), name) {
		return true
	}
	return slices.ContainsFunc(current.HostNames, func(hostName string) bool { return strings.EqualFold(hostName, name) })
}

// hostOnly returns the name in a Host header, without the port.
func hostOnly(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
}

// webOrigin is the origin of a web page in a form that can be compared: in lower case, and without the default port of
// its scheme.
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

// isOwnOrigin reports whether the origin of the page that sends a request is an origin of this server. The argument
// host is the Host header of the request.
//
// Without a public address, the server's other names on the same port are accepted with http and https: a page of
// http://localhost:7420 may call http://127.0.0.1:7420.
//
// With a public address, the page must have the scheme of that address, because a page that came over plain HTTP may
// have been changed on the way. If host is an IP address or localhost, the server is reached without a proxy, so its
// own scheme is accepted as well.
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

// isLocalName reports whether name is a loopback name of this machine, or a host name in the settings.
func (c Config) isLocalName(name string) bool {
	ip := net.ParseIP(name)
	return name == "localhost" || ip != nil && ip.IsLoopback() || slices.ContainsFunc(c.Settings().HostNames,
		func(hostName string) bool { return strings.EqualFold(hostName, name) })
}

// portOf returns the port of an authority, or "" for the default port of its scheme.
func portOf(authority string) string {
	_, port, _ := net.SplitHostPort(authority) // the error means that there is no port
	return port
}

// isMachineName reports whether name is an IP address or localhost.
func isMachineName(name string) bool {
	return name == "localhost" || strings.HasSuffix(name, ".localhost") || net.ParseIP(name) != nil
}

// isWindow reports whether an origin is the origin of the desktop window's page. Wails serves it from wails://wails, on
// Windows from http://wails.localhost.
func isWindow(origin string) bool {
	return origin == "wails://wails" || origin == "http://wails.localhost"
}

// serveWindow serves a request from the desktop window's page, which must use the window's own key.
func (c Config) serveWindow(w http.ResponseWriter, r *http.Request, next http.Handler) {
	if r.Method != http.MethodOptions && !c.IsLocal(r.Header.Get("Authorization")) {
		setCORSHeaders(r.Header.Get("Origin"), w)
		refuse(w, r, fault.OriginForbidden, "The page of the window can only use the window's own key.")
		return
	}
	serveWithCORS(r.Header.Get("Origin"), w, r, next)
}

// serveWithCORS serves a request from a page of another origin, and sets the CORS headers that let the page read the
// response.
func serveWithCORS(origin string, w http.ResponseWriter, r *http.Request, next http.Handler) {
	header := setCORSHeaders(origin, w)
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
	w.WriteHeader(http.StatusNoContent) // if there is no route, the actual request gets the error
}

// setCORSHeaders sets the CORS headers that every response to a page of another origin has.
func setCORSHeaders(origin string, w http.ResponseWriter) http.Header {
	header := w.Header()
	header.Set("Access-Control-Allow-Origin", origin)
	header.Add("Vary", "Origin")
	return header
}
