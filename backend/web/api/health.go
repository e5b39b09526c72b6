package api

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"lectern/backend/account"
	"lectern/backend/internal/fault"
	"lectern/backend/web/problem"
)

// healthHandler serves the state of the server and its metrics to monitoring programs.
type healthHandler struct {
	accounts    *account.Service
	metrics     prometheus.Gatherer
	localOnly   func() bool
	whyNotReady func(context.Context) string
	warnings    func(context.Context) []string
}

func (h *healthHandler) routes(mux *http.ServeMux) {
	mux.Handle("GET /metrics", h.guardMetrics(promhttp.HandlerFor(h.metrics, promhttp.HandlerOpts{})))
	mux.HandleFunc("GET /healthz", h.serveLiveness)
	mux.HandleFunc("GET /readyz", h.serveReadiness)
}

// serveLiveness responds that the process runs.
func (h *healthHandler) serveLiveness(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, []byte(`{"status":"ok"}`))
}

// serveReadiness responds with 200 if the server is ready to work, and otherwise with 503 and the reason.
func (h *healthHandler) serveReadiness(w http.ResponseWriter, r *http.Request) {
	if cause := h.whyNotReady(r.Context()); cause != "" {
		problem.Write(w, r, problem.New(r.Context(), http.StatusServiceUnavailable, "The server is not ready: "+cause+".").Coded(fault.NotReady))
		return
	}
	text, err := json.Marshal(struct {
		Status   string   `json:"status"`
		Warnings []string `json:"warnings,omitempty"`
	}{"ready", h.warnings(r.Context())})
	if err != nil {
		problem.Write(w, r, err)
		return
	}
	writeJSON(w, text)
}

// guardMetrics returns a handler that requires an API key for the metrics if other machines can reach the server. The
// metrics reveal how much the server is used, for which types of files, and since when it runs. The key may also be
// sent as a bearer token, as Prometheus does.
func (h *healthHandler) guardMetrics(next http.Handler) http.Handler {
	const scheme = "bearer "
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get("Authorization")
		if len(key) > len(scheme) && strings.EqualFold(key[:len(scheme)], scheme) {
			key = key[len(scheme):]
		}
		if !h.localOnly() {
			if err := h.accounts.Check(r.Context(), key, account.Read); err != nil {
				w.Header().Set("WWW-Authenticate", "Bearer")
				problem.Write(w, r, problem.FromError(r.Context(), err))
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// refuseRequest rejects a request to a server that only converts documents.
func refuseRequest(w http.ResponseWriter, r *http.Request) {
	problem.Write(w, r, problem.New(r.Context(), http.StatusMisdirectedRequest,
		"This server converts documents and serves no requests. Send them to a server that runs with --role web or all."))
}
