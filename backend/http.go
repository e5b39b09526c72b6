package backend

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"lectern/backend/document/intake"
	"lectern/backend/internal/connection"
	"lectern/backend/internal/observe"
	"lectern/backend/sentence/translation"
	"lectern/backend/web/api"
	"lectern/backend/web/docs"
	"lectern/backend/web/metrics"
	"lectern/backend/web/router"
	"lectern/backend/web/studio"
	"lectern/backend/web/viewer"
)

func (s *Server) openHTTP(ctx context.Context) error {
	registry := prometheus.NewRegistry()
	registry.MustRegister(s.metrics)
	metrics.Register(registry, s.docs, s.library.Checker, s.office, s.pdf)
	handler, err := s.routes(registry)
	if err != nil {
		return err
	}
	if err := s.loadCertificate(ctx); err != nil {
		return err
	}
	handler = &connection.Handler{Next: handler, Stalled: router.AnswerStalled}
	s.handler = observe.NewHTTP(observe.Config{Log: s.log, Registry: registry, Requests: &s.requests, Traces: s.traces}).Wrap(handler)
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

func (s *Server) routes(registry prometheus.Gatherer) (http.Handler, error) {
	mux := http.NewServeMux()
	languages, err := translation.Load()
	if err != nil {
		return nil, err
	}
	viewing := api.New(api.Config{
		Documents:    s.docs,
		Pages:        s.pages,
		Reports:      s.reports,
		Intake:       intake.New(s.docs, s.library.Folder.Path),
		ShowInWindow: s.window.show,
		Sessions:     s.sessions,
		Search:       s.search,
		Accounts:     s.accounts,
		Settings:     s.settings,
		Server:       s.Status,
		Started:      time.Now(),
		Doctor:       s.Examine,
		Requests:     &s.requests,
		Library:      s.library,
		Webhooks:     s.hooks,
		Events:       s.events,
		Changes:      &s.changes.All,
		Profiles:     s.profiles,
		Themes:       s.themes,
		Folders:      s.folders,
		Tasks:        s.tasks,
		Templates:    s.templates,
		Metrics:      registry,
		Audit:        s.audit,
		LocalOnly:    s.isPrivate,
		WhyNotReady:  s.whyNotReady,
		Warnings:     s.library.Warnings,
		URL:          s.PublicURL,
		Version:      s.version,
		Collections:  s.collections,
		Storage:      s.measureStorage,
		Clean:        func(ctx context.Context, c api.Cleaning) error { return s.storage.Clean(ctx, c.Libraries, c.Files) },
		Languages:    languages,
	})
	if !s.config.servesRequests() {
		viewing.HealthRoutes(mux)
		return s.guard(mux), nil
	}
	viewing.Routes(mux)
	if err := docs.Routes(mux); err != nil {
		return nil, err
	}
	readers, err := viewer.New(viewer.Config{
		Documents: s.docs, Pages: s.pages, Reports: s.reports, Sessions: s.sessions, Profiles: s.profiles, Themes: s.themes,
		Search: s.search, Languages: languages, Prefix: s.pathPrefix, Log: s.log,
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
	return s.guard(mux), nil
}

// guard returns a handler that serves the routes of mux to the clients that may call them.
func (s *Server) guard(mux *http.ServeMux) http.Handler {
	return router.New(mux, router.Config{
		TempDir: s.library.Folder.Temp(), Settings: s.settings.Get, URL: s.URL, Scheme: s.config.scheme(), Prefix: s.pathPrefix,
		IsLocal: s.accounts.IsLocal,
	})
}
