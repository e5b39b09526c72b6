package api

import (
	"errors"
	"net/http"
	"strings"
	"syscall"

	"lectern/backend/account"
	"lectern/backend/fault"
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
		switch {
		case errors.Is(err, syscall.ENOSPC):
			cause = "its disk is full"
		case fault.Is(err, fault.Unavailable):
			cause = "the store of its documents does not answer"
		}
		problem.Write(w, r, problem.New(r.Context(), http.StatusServiceUnavailable, "The server is not ready: "+cause+"."))
		return
	}
	serveJSON([]byte(`{"status":"ready"}`)).ServeHTTP(w, r)
}

// guardMetrics wants an API key for the metrics of a server that others than this machine's
// programs reach: they tell how much it is used, with what, and for how long it runs. The key
// may stand as it is or as a bearer token, which is how Prometheus sends one.
func (a *API) guardMetrics(next http.Handler) http.Handler {
	const scheme = "bearer "
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get("Authorization")
		if len(key) > len(scheme) && strings.EqualFold(key[:len(scheme)], scheme) {
			key = key[len(scheme):]
		}
		if !a.Private() {
			if err := a.Accounts.Check(r.Context(), key, account.Read); err != nil {
				w.Header().Set("WWW-Authenticate", "Bearer")
				problem.Write(w, r, problem.Of(r.Context(), err))
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}
