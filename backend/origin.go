package backend

import (
	"net/http"
	"strings"

	"lectern/backend/api"
	"lectern/backend/problem"
)

// windowOrigin says whether a page of that origin is the window's own: Wails serves
// it from wails://wails, on Windows from http://wails.localhost.
func windowOrigin(origin string) bool {
	return origin == "wails://wails" || origin == "http://wails.localhost"
}

// openToWindow lets the window's page call the interface, with the window's own key
// only. Pages of every other origin get no answer that a browser would show them.
func (s *Server) openToWindow(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		origin := r.Header.Get("Origin")
		if !windowOrigin(origin) || !strings.HasPrefix(r.URL.Path, api.Base+"/") {
			next.ServeHTTP(w, r)
			return
		}
		header := w.Header()
		header.Set("Access-Control-Allow-Origin", origin)
		header.Add("Vary", "Origin")
		if r.Method == http.MethodOptions {
			header.Set("Access-Control-Allow-Methods", "GET, POST")
			header.Set("Access-Control-Allow-Headers", "Authorization, Content-Type")
			header.Set("Access-Control-Max-Age", "600")
			w.WriteHeader(http.StatusNoContent)
			return
		}
		if !s.accounts.IsLocal(r.Header.Get("Authorization")) {
			problem.Write(w, r, problem.New(r.Context(), http.StatusForbidden, "The window's page uses the window's own key only."))
			return
		}
		next.ServeHTTP(w, r)
	})
}
