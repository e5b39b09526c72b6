package backend

import (
	"context"
	"log/slog"

	"lectern/backend/account"
	"lectern/backend/audit"
	"lectern/backend/collection"
	"lectern/backend/convert"
	"lectern/backend/convert/inspect"
	"lectern/backend/convert/office"
	"lectern/backend/convert/pdf"
	converttemplate "lectern/backend/convert/template"
	"lectern/backend/crm"
	"lectern/backend/document"
	"lectern/backend/document/conversion"
	"lectern/backend/document/pages"
	"lectern/backend/document/report"
	"lectern/backend/event"
	"lectern/backend/internal/outbound"
	"lectern/backend/internal/seal"
	"lectern/backend/internal/sealedurl"
	"lectern/backend/internal/tracing"
	"lectern/backend/library"
	"lectern/backend/profile"
	"lectern/backend/samples"
	"lectern/backend/search"
	"lectern/backend/session"
	"lectern/backend/settings"
	"lectern/backend/task"
	"lectern/backend/template"
	"lectern/backend/theme"
	"lectern/backend/watch"
	"lectern/backend/webhook"
)

func (s *Server) openTraces(ctx context.Context) (err error) {
	s.traces, err = tracing.Open(ctx, s.config.TraceEndpoint, s.version, s.log)
	return err
}

func (s *Server) openLibrary(ctx context.Context) (err error) {
	s.library, err = library.Open(ctx, library.Config{
		Place: s.config.Place(), Version: s.version, CacheSize: s.config.ContentCache, ContentGrace: s.config.ContentGrace, Log: s.log,
		OnRestore: func() { s.changes.All.Publish(event.Change{Topic: event.Settings}) },
	})
	if err == nil {
		s.db = s.library.DB
	}
	return err
}

// openDomains opens the services of the domains, and compares the library's content with its records.
func (s *Server) openDomains(ctx context.Context) error {
	converters, err := ConverterConfig(s.config, s.library.Folder.Temp())
	if err != nil {
		return err
	}
	if err := s.openConverters(&converters); err != nil {
		return err
	}
	sealer, err := s.library.OpenSealer(ctx)
	if err != nil {
		return err
	}
	s.events = event.NewFeed(s.db.Events, heartbeat)
	if err := s.openWebhooks(ctx, sealer); err != nil {
		return err
	}
	s.openDocuments(converters, sealer)
	if err := s.openPeople(ctx); err != nil {
		return err
	}
	s.openTasks(converters, sealer)
	if err := s.openSettings(ctx); err != nil {
		return err
	}
	s.openFolders(sealer)
	if err := s.library.ReconcileContent(ctx); err != nil {
		return err
	}
	s.library.CheckGap(ctx)
	return nil
}

// openConverters starts the converters, and the client that fetches documents.
func (s *Server) openConverters(converters *convert.Config) (err error) {
	converters.Metrics = convert.NewMetrics()
	s.metrics = converters.Metrics
	s.office = office.NewNestingGuard(office.New(*converters, s.log))
	s.pdf = pdf.New(*converters, s.log)
	if s.pages, err = pages.New(pages.Config{
		Renderer: s.pdf, Content: s.library.Content, DrawsPerReader: s.config.Workers, MaxBytes: uint64(s.config.PageCache),
	}); err != nil {
		return err
	}
	s.client, err = outbound.New(outbound.Config{Allow: s.config.AllowHosts, Timeout: s.config.FetchTime,
		MaxBytes: maxBytes}) // the size limit of documents is applied when they are received
	return err
}

// openWebhooks opens the webhooks. If there is no secret to sign deliveries with, it creates one.
func (s *Server) openWebhooks(ctx context.Context, sealer webhook.Sealer) error {
	s.hooks = webhook.New(webhook.Config{
		Store: s.db.Webhooks, Client: s.client, Sealer: sealer, Retry: s.config.WebhookRetry, Version: s.version,
		OnChange: s.changes.Listener(event.Delivery), Log: s.log,
	})
	return s.hooks.EnsureSecret(ctx)
}

func (s *Server) openDocuments(converters convert.Config, sealer *seal.Sealer) {
	s.docs = document.New(document.Config{
		Store: s.db.Documents, Content: s.library.Content, Client: s.client, Sealer: sealer,
		Limits:   document.Limits{Upload: s.config.MaxUpload, Inflation: s.config.MaxInflation, Time: s.config.Deadline},
		OnChange: s.changes.Listener(event.Document),
		Log:      s.log,
	})
	s.storage = library.NewStorage(s.library, s.docs)
	s.reports = report.New(report.Config{Store: s.db.Documents, Content: s.library.Content, Pages: s.pages,
		Inspector: inspect.New(converters), Pictures: s.pdf, Log: s.log})
	s.conversions = conversion.New(conversion.Config{Documents: s.docs, Store: s.db.Documents, Content: s.library.Content, Pages: s.pages,
		Converter: s.office, Renderer: s.pdf, Client: s.client, Sealer: sealer, Log: s.log})
	s.collections = collection.New(s.db.Collections, s.changes.Listener(event.Collection))
	s.search = search.New(s.db.Search, pageWords{s.docs, s.pages})
}

// openPeople opens the accounts, the audit log and the viewing sessions.
func (s *Server) openPeople(ctx context.Context) (err error) {
	if s.clock, err = session.NewSteadyClock(ctx, s.db.Clock); err != nil {
		return err
	}
	s.accounts = account.New(s.db.Accounts, s.clock, s.changes.Listener(event.Key))
	s.localKey = s.accounts.CreateLocal()
	s.audit = audit.New(s.db.Audit, s.log)
	s.sessions = session.New(s.db.Sessions, s.clock, s.changes.Listener(event.Session))
	return nil
}

// openSettings opens the settings, the profiles and the themes.
func (s *Server) openSettings(ctx context.Context) (err error) {
	if s.settings, err = settings.New(ctx, settings.Config{
		Store: s.db.Settings, Flags: s.config.flagSettings(), Apply: s.apply, OnChange: s.changes.Listener(event.Settings),
	}); err != nil {
		return err
	}
	s.profiles = profile.New(s.db.ViewerSettings, s.changes.Listener(event.Profile))
	s.themes = theme.New(s.db.ViewerSettings, s.changes.Listener(event.Theme))
	return nil
}

// openTasks opens the templates and the tasks, whose files are in the content store of the documents.
func (s *Server) openTasks(converters convert.Config, sealer task.Sealer) {
	fetcher := &template.Fetcher{Client: s.client, Templates: func() *template.Service { return s.templates }}
	s.engine = converttemplate.New(converters, fetcher, 0)
	shared := s.docs.Shared()
	s.templates = template.New(template.Config{
		Store: s.db.Templates, Content: shared, Engine: s.engine, Office: s.office, Reader: s.pdf, Merger: s.pdf, Sealer: sealer,
		TempDir: s.library.Folder.Temp(), CleanName: document.CleanName,
		MaxSize: func() int64 { return s.tasks.Limits().Template }, OnChange: s.changes.Listener(event.Template),
		Samples: samples.Templates(), Log: s.log,
	})
	s.platforms = crm.New(crm.Config{Client: s.client, MaxTemplate: func() int64 { return s.tasks.Limits().Template },
		Timeout: s.config.FetchTime})
	s.tasks = task.New(task.Config{
		Store: s.db.Tasks, Content: shared, Templates: taskTemplates{s.templates}, Engine: s.engine, Office: s.office, Merger: s.pdf,
		TempDir: s.library.Folder.Temp(),
		Library: taskLibrary{s.docs, s.sessions}, Platforms: taskPlatforms{s.platforms}, Sealer: sealer, CleanName: document.CleanName,
		Now: s.clock.Now, ValidateHook: s.client.ValidateHook,
		RowsAtOnce: rowsAtOnce * max(converters.Workers, 1), OnChange: s.changes.Listener(event.Task), Log: s.log,
	})
}

// addSamples adds the sample templates to a new library unless the configuration excludes them. A failure is only
// logged.
func (s *Server) addSamples(ctx context.Context) error {
	if !s.config.Samples {
		return nil
	}
	if err := s.templates.AddSamples(ctx); err != nil {
		s.log.WarnContext(ctx, "sample templates were not added", slog.Any("error", err))
	}
	return nil
}

func (s *Server) openFolders(sealer sealedurl.Sealer) {
	s.folders = watch.New(watch.Config{
		Store:      s.db.Folders,
		Library:    folderLibrary{s.docs, s.db, s.profiles, s.themes},
		Sealer:     sealer,
		OwnFolders: []string{s.library.Folder.Path},
		OnChange:   s.changes.Listener(event.Folder),
		Log:        s.log,
	})
}
