package api

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"lectern/backend/account"
	"lectern/backend/internal/fault"
	"lectern/backend/web/problem"
)

// health says that the process runs.
func (a *API) health(w http.ResponseWriter, r *http.Request) {
	serveJSON([]byte(`{"status":"ok"}`)).ServeHTTP(w, r)
}

// ConverterRoutes adds all that a server has which only converts.
func (a *API) ConverterRoutes(mux *http.ServeMux) {
	a.healthRoutes(mux)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		problem.Write(w, r, problem.New(r.Context(), http.StatusMisdirectedRequest,
			"This server converts documents and answers no requests: ask one that runs with --role web or all."))
	})
}

// healthRoutes adds what tells how the server fares.
func (a *API) healthRoutes(mux *http.ServeMux) {
	mux.Handle("GET /metrics", a.guardMetrics(promhttp.HandlerFor(a.Metrics, promhttp.HandlerOpts{})))
	mux.HandleFunc("GET /healthz", a.health)
	mux.HandleFunc("GET /readyz", a.readiness)
}

// readiness says whether the server can do its work.
func (a *API) readiness(w http.ResponseWriter, r *http.Request) {
	if cause := a.Hindrance(r.Context()); cause != "" {
		problem.Write(w, r, problem.New(r.Context(), http.StatusServiceUnavailable, "The server is not ready: "+cause+".").Coded(fault.NotReady))
		return
	}
	text, err := json.Marshal(struct {
		Status   string   `json:"status"`
		Warnings []string `json:"warnings,omitempty"`
	}{"ready", a.Warnings(r.Context())})
	if err != nil {
		problem.Write(w, r, err)
		return
	}
	serveJSON(text).ServeHTTP(w, r)
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
