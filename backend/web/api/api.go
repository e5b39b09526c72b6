// Package api serves the HTTP API: the viewing interface and the task interface. There is one handler type for each
// kind of object (documents, sessions, tasks, …), which declares its routes next to its methods. The handlers only
// translate between HTTP and the domain packages, which do the work.
package api

import (
	"context"
	"io"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"lectern/backend/account"
	"lectern/backend/audit"
	"lectern/backend/collection"
	"lectern/backend/document"
	"lectern/backend/document/intake"
	"lectern/backend/document/pages"
	"lectern/backend/document/report"
	"lectern/backend/event"
	"lectern/backend/internal/observe"
	"lectern/backend/library/backup"
	"lectern/backend/library/doctor"
	"lectern/backend/profile"
	"lectern/backend/search"
	"lectern/backend/sentence/translation"
	"lectern/backend/session"
	"lectern/backend/settings"
	"lectern/backend/task"
	"lectern/backend/template"
	"lectern/backend/theme"
	"lectern/backend/watch"
	"lectern/backend/web/api/openapi"
	"lectern/backend/web/api/route"
	"lectern/backend/webhook"
)

// Config contains the services behind an [API], and functions of the server.
type Config struct {
	Documents   *document.Service
	Pages       *pages.Cache
	Reports     *report.Reports
	Intake      *intake.Service
	Sessions    *session.Service
	Search      *search.Service
	Accounts    *account.Service
	Webhooks    *webhook.Service
	Events      *event.Feed
	Changes     *event.Changes
	Settings    *settings.Service
	Profiles    *profile.Service
	Themes      *theme.Service
	Folders     *watch.Service
	Tasks       *task.Service
	Templates   *template.Service
	Collections *collection.Service
	Audit       *audit.Service
	Requests    *observe.Requests
	Metrics     prometheus.Gatherer
	Library     BackupStore
	// Languages are the languages, besides English, in which errors are reported.
	Languages *translation.Languages
	// ShowInWindow asks the desktop application to open the documents with the given ids and to import the files at the
	// given paths. If show is true, the application also brings its window to the front. ShowInWindow returns false if
	// there is no desktop window.
	ShowInWindow func(show bool, documents, files []string) bool
	// Server returns the server's addresses, limits and data folder.
	Server  func() ServerStatus
	Started time.Time
	Version string
	// Doctor checks the machine. The error is a fault of kind Busy while another check runs.
	Doctor func(context.Context) ([]doctor.Finding, error)
	// Storage returns the disk space that the library occupies. Clean deletes files that nothing uses, and further
	// files that its argument selection selects.
	Storage func(ctx context.Context) (Storage, error)
	Clean   func(ctx context.Context, selection Cleaning) error
	// LocalOnly reports whether only programs of this machine can reach the server. The metrics of a private server
	// need no API key.
	LocalOnly func() bool
	// WhyNotReady returns the reason why the server is not ready to work, as a clause to be written after "The server
	// is not ready:". It returns "" if the server is ready.
	WhyNotReady func(context.Context) string
	// Warnings returns sentences about problems with which the server still works.
	Warnings func(context.Context) []string
	// URL returns the address under which readers reach the server, without a trailing slash.
	URL func() string
}

// BackupStore makes and restores backups of the library on disk. If partial is true, missing or damaged files are left
// out of the backup and returned as losses; otherwise they are an error.
type BackupStore interface {
	// BackUp writes a backup to w.
	BackUp(ctx context.Context, w io.Writer, partial bool) ([]backup.Loss, error)
	// BackUpTo writes a backup to a file of this machine. It replaces an existing file, unless the backup is partial.
	BackUpTo(ctx context.Context, path string, partial bool) ([]backup.Loss, error)
	// Restore prepares the backup in a file to replace the library at the next start of the server.
	Restore(ctx context.Context, path string, partial bool) ([]backup.Loss, error)
	// DropRestore removes the library that Restore has prepared.
	DropRestore() error
}

// API serves the HTTP API.
type API struct{ config Config }

// New returns an API over services.
func New(config Config) *API { return &API{config} }

// resourceHandler is a handler for one kind of object. It adds its routes to a router.
type resourceHandler interface{ routes(r *route.Router) }

// Routes adds all routes of the API, the OpenAPI document and the health checks to mux.
func (a *API) Routes(mux *http.ServeMux) {
	p, url := &a.config, publicURL(a.config.URL)
	sets := viewerSets{profiles: p.Profiles.Sets, themes: p.Themes.Sets}
	r := route.NewRouter(mux, route.Config{Accounts: p.Accounts, Audit: p.Audit, Languages: p.Languages, Version: p.Version})
	for _, in := range []struct {
		area openapi.Area
		noun resourceHandler
	}{
		{openapi.Documents, &documentHandler{p.Documents, p.Sessions, p.Settings, sets, url}},
		{openapi.Documents, &downloadHandler{p.Documents}},
		{openapi.Documents, &reportHandler{p.Documents, p.Pages, p.Reports}},
		{openapi.Documents, &intakeHandler{p.Accounts, p.Audit, p.Documents, p.Intake}},
		{openapi.Documents, &libraryHandler{p.Documents, p.Collections, p.Settings}},
		{openapi.Pages, &pageHandler{p.Documents, p.Pages}},
		{openapi.Window, &windowHandler{p.Accounts, p.ShowInWindow}},
		{openapi.Storage, &storageHandler{p.Storage, p.Clean}},
		{openapi.Collections, &collectionHandler{p.Collections}},
		{openapi.Sessions, &sessionHandler{p.Sessions, sets, url}},
		{openapi.Search, &searchHandler{p.Search}},
		{openapi.Profiles, &setHandler[Profile]{p.Profiles.Sets, "/settings/viewer/profile", p.Folders, url}},
		{openapi.Themes, &setHandler[Theme]{p.Themes.Sets, "/settings/viewer/theme", p.Folders, url}},
		{openapi.Folders, &folderHandler{p.Folders, url}},
		{openapi.Webhooks, &webhookHandler{p.Webhooks, url}},
		{openapi.Events, &eventHandler{p.Accounts, p.Events}},
		{openapi.Events, &changeHandler{p.Accounts, p.Changes}},
		{openapi.Settings, &settingsHandler{p.Settings}},
		{openapi.Settings, &propertyHandler{}},
		{openapi.Server, &serverHandler{p.Accounts, p.Server, p.Started, p.Doctor}},
		{openapi.Server, &requestHandler{p.Accounts, p.Requests}},
		{openapi.Server, &auditHandler{p.Audit, url}},
		{openapi.Keys, &keyHandler{p.Accounts, p.Sessions, url}},
		{openapi.Tasks, &taskHandler{p.Tasks, p.Templates, p.Sessions, url}},
		{openapi.Templates, &templateHandler{p.Templates, p.Tasks, url}},
		{openapi.Backup, &backupHandler{p.Accounts, p.Library}},
	} {
		in.noun.routes(r.ForArea(in.area))
	}
	openapi.AddAreas(r.OpenAPI())
	openapi.DescribeErrors(r.OpenAPI())
	addDocumentExample(r.OpenAPI())
	openapi.Serve(mux, r.OpenAPI(), p.URL)
	a.health().routes(mux)
}

// HealthRoutes adds the routes of a server that only converts documents to mux: health checks and metrics. All other
// requests are rejected.
func (a *API) HealthRoutes(mux *http.ServeMux) {
	a.health().routes(mux)
	mux.HandleFunc("/", refuseRequest)
}

func (a *API) health() *healthHandler {
	p := &a.config
	return &healthHandler{accounts: p.Accounts, metrics: p.Metrics, localOnly: p.LocalOnly, whyNotReady: p.WhyNotReady, warnings: p.Warnings}
}
