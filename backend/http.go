package backend

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"lectern/backend/document/intake"
	"lectern/backend/internal/bodies"
	"lectern/backend/internal/connection"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/observe"
	"lectern/backend/sentence/telling"
	"lectern/backend/web/api"
	"lectern/backend/web/problem"
	"lectern/backend/web/studio"
	"lectern/backend/web/viewer"
)

func (s *Server) openHTTP(ctx context.Context) error {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		documentGauge{s.docs}, contentGauge{s.docs}, s.metrics, loadGauge{s.office, s.pdf})
	handler, err := s.routes(registry)
	if err != nil {
		return err
	}
	if err := s.loadCertificate(ctx); err != nil {
		return err
	}
	handler = &connection.Handler{Next: handler, Stalled: answerStalled}
	s.handler = observe.NewHTTP(s.log, registry, &s.requests, s.traces).Wrap(handler)
	s.listener, err = s.listen(ctx)
	return err
}

func (s *Server) loadCertificate(ctx context.Context) error {
	pair, err := s.config.LoadCertificate()
	if err != nil || pair == nil {
		return err
	}
	for _, warning := range pair.Warnings {
		s.log.WarnContext(ctx, warning, slog.String("file", s.config.TLSCert))
	}
	s.certificate = &pair.Certificate
	return nil
}

// answerStalled answers a request whose body has stopped arriving.
func answerStalled(w http.ResponseWriter, r *http.Request) {
	problem.Write(w, r, problem.New(r.Context(), http.StatusRequestTimeout,
		"The body of the request stopped arriving: send the request again. The server waits 30 seconds for the next byte."))
}

// refuseBytes returns the problem for bytes that are not a valid request, from the status and the text of net/http.
func refuseBytes(status int, text string) (kind string, body []byte) {
	message, code := "This is not a valid HTTP request: check its first line and its headers. If its address has a percent sign "+
		"that two hexadecimal digits do not follow, write %25 in its place.", fault.RequestMalformed
	_, reason, _ := strings.Cut(text, ": ")
	switch {
	case status == http.StatusRequestHeaderFieldsTooLarge:
		message, code = "The address and the headers of the request are too long: send at most 1 MB of them.", fault.HeadersTooLarge
	case status == http.StatusExpectationFailed:
		message = "The server supports no Expect but 100-continue: leave this header out."
	case status == http.StatusNotImplemented:
		message = "The server supports no Transfer-Encoding but chunked: use it, or Content-Length."
	case strings.Contains(text, "HTTPS"):
		message = "This server speaks HTTPS: begin the address with https."
	case reason != "":
		message = "This is not a valid HTTP request: " + reason + "."
	}
	body, _ = json.Marshal(problem.New(context.Background(), status, message).Coded(code)) // it has texts and numbers
	return problem.ContentType, append(body, '\n')
}

func (s *Server) routes(registry prometheus.Gatherer) (http.Handler, error) {
	mux := http.NewServeMux()
	languages, err := telling.Load()
	if err != nil {
		return nil, err
	}
	interface0 := &api.API{
		Documents:   s.docs,
		Pages:       s.pages,
		Intake:      intake.New(intake.Parts{Library: s.docs, Own: s.folder.path}),
		Window:      s.window.show,
		Sessions:    s.sessions,
		Search:      s.search,
		Accounts:    s.accounts,
		Settings:    s.settings,
		Server:      s.Status,
		Started:     time.Now(),
		Doctor:      s.Examine,
		Requests:    &s.requests,
		Backup:      s.Backup,
		BackupTo:    s.BackupTo,
		Restore:     s.Restore,
		DropRestore: s.DropRestore,
		Webhooks:    s.hooks,
		Events:      s.events,
		News:        &s.news,
		Profiles:    s.profiles,
		Themes:      s.themes,
		Folders:     s.folders,
		Tasks:       s.tasks,
		Templates:   s.templates,
		Metrics:     registry,
		Audit:       s.audit,
		Private:     s.private,
		Hindrance:   s.hindrance,
		Warnings:    s.warnings,
		URL:         s.PublicURL,
		Version:     s.version,
		Collections: s.collections,
		Storage:     s.storage,
		Clean:       s.clean,
		Languages:   languages,
	}
	if !s.config.answers() {
		interface0.ConverterRoutes(mux)
		return s.guardRoutes(mux), nil
	}
	if err := interface0.Routes(mux); err != nil {
		return nil, err
	}
	readers, err := viewer.New(viewer.Parts{
		Documents: s.docs, Pages: s.pages, Sessions: s.sessions, Profiles: s.profiles, Themes: s.themes,
		Search: s.search, Languages: languages, Prefix: s.prefix, Log: s.log,
	})
	if err != nil {
		return nil, err
	}
	readers.Routes(mux)
	window, err := studio.New()
	if err != nil {
		return nil, err
	}
	if err := window.Routes(mux); err != nil {
		return nil, err
	}
	return s.guardRoutes(mux), nil
}

// mostInBodies is how many bytes the bodies of all requests have in memory, those that are small aside. What is made of
// them takes up some times as much.
const mostInBodies = 20 << 20

// guardRoutes returns a handler that serves the routes of mux to those who may call them.
func (s *Server) guardRoutes(mux *http.ServeMux) http.Handler {
	budget := bodies.New(s.folder.temp(), mostInBodies)
	routes := router{mux: mux, serve: decoded(budget.Handler(mux)), prefix: s.prefix}
	return routes.canonical(s.protect(routes))
}
