package api

import (
	"net/http"

	"lectern/backend/problem"
)

// health says that the process runs.
func (a *API) health(w http.ResponseWriter, r *http.Request) {
	serveJSON([]byte(`{"status":"ok"}`)).ServeHTTP(w, r)
}

// readiness says whether the server can do its work.
func (a *API) readiness(w http.ResponseWriter, r *http.Request) {
	if err := a.Ready(r.Context()); err != nil {
		problem.Write(w, r, problem.New(r.Context(), http.StatusServiceUnavailable, "The server is not ready: its database does not answer."))
		return
	}
	serveJSON([]byte(`{"status":"ready"}`)).ServeHTTP(w, r)
}
