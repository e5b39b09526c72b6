package api

import (
	"errors"
	"net/http"
	"syscall"

	"lectern/backend/problem"
)

// health says that the process runs.
func (a *API) health(w http.ResponseWriter, r *http.Request) {
	serveJSON([]byte(`{"status":"ok"}`)).ServeHTTP(w, r)
}

// readiness says whether the server can do its work.
func (a *API) readiness(w http.ResponseWriter, r *http.Request) {
	if err := a.Ready(r.Context()); err != nil {
		cause := "its database does not answer"
		if errors.Is(err, syscall.ENOSPC) {
			cause = "its disk is full"
		}
		problem.Write(w, r, problem.New(r.Context(), http.StatusServiceUnavailable, "The server is not ready: "+cause+"."))
		return
	}
	serveJSON([]byte(`{"status":"ready"}`)).ServeHTTP(w, r)
}
