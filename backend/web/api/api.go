// Package api is the viewing interface over HTTP: routes, their types, security
// and errors. What it does is done by the domain packages.
package api

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/prometheus/client_golang/prometheus"

	"lectern/backend/account"
	"lectern/backend/audit"
	"lectern/backend/collection"
	"lectern/backend/document"
	"lectern/backend/document/intake"
	"lectern/backend/event"
	"lectern/backend/internal/observe"
	"lectern/backend/library/backup"
	"lectern/backend/library/doctor"
	"lectern/backend/profile"
	"lectern/backend/search"
	"lectern/backend/sentence/telling"
	"lectern/backend/session"
	"lectern/backend/settings"
	"lectern/backend/task"
	"lectern/backend/template"
	"lectern/backend/theme"
	"lectern/backend/watch"
	"lectern/backend/webhook"
)

// Base is the path under which the viewing interface lies.
const Base = "/api/v0"

// TaskBase is the path under which the task interface lies.
const TaskBase = "/v1"

// API answers the viewing interface.
type API struct {
	Documents *document.Service
	Pages     *document.Pages
	Intake    *intake.Service
	Sessions  *session.Service
	Search    *search.Service
	Accounts  *account.Service
	Webhooks  *webhook.Service
	Events    *event.Feed
	Changes   *event.Changes
	Settings  *settings.Service
	Profiles  *profile.Service
	Themes    *theme.Service
	// Window has the window show itself and documents, by their ids; it is false where there is
	// no window.
	Window  func(show bool, documents, files []string) bool
	Folders *watch.Service
	// Tasks fill templates, of which Templates is the library.
	Tasks     *task.Service
	Templates *template.Service
	Requests  *observe.Requests
	// Server tells how the server is reached; with its data folder.
	Server  func() ServerStatus
	Started time.Time
	// Doctor checks the machine. Its error is a fault of kind Busy while somebody else has it do so.
	Doctor func(context.Context) ([]doctor.Finding, error)
	// Backup writes the library; a partial one without files that are missing or damaged, which it returns.
	Backup func(ctx context.Context, w io.Writer, partial bool) ([]backup.Loss, error)
	// BackupTo writes it to a file of this machine, in the place of one that is there unless it is partial.
	BackupTo func(ctx context.Context, path string, partial bool) ([]backup.Loss, error)
	// Restore has the backup in a file of this machine take the library's place at the next start,
	// and DropRestore gives that up.
	Restore     func(ctx context.Context, path string, partial bool) ([]backup.Loss, error)
	DropRestore func() error
	Metrics     prometheus.Gatherer
	Audit       *audit.Service
	Collections *collection.Service
	// Storage says what the library takes up, and Clean makes room, also of what restoring has set
	// aside where that is wanted.
	Storage func(ctx context.Context) (Storage, error)
	Clean   func(ctx context.Context, what Cleaning) error
	// Private says whether nobody but this machine's own programs reaches the server: then
	// its metrics need no key.
	Private func() bool
	// Hindrance says why the server cannot do its work, in words that go behind a colon; nothing where it can.
	Hindrance func(context.Context) string
	// Warnings returns sentences about what is wrong although the server can do its work.
	Warnings func(context.Context) []string
	// URL gives the address under which readers reach the server, without a slash at
	// its end.
	URL     func() string
	Version string
	// Languages are those in which failures are told beside English.
	Languages *telling.Languages
}

// Routes adds the interface's routes to mux.
func (a *API) Routes(mux *http.ServeMux) error {
	huma.NewErrorWithContext = newError
	huma.NewError = newErrorWithoutContext
	h := humago.New(mux, configuration(a.Version))

	register(a, h, http.MethodGet, "/document", listDocuments, a.listDocuments)
	register(a, h, http.MethodPost, "/document", postDocument, a.postDocument)
	register(a, h, http.MethodPost, "/document/upload", uploadDocument, a.uploadDocument)
	register(a, h, http.MethodPost, "/intake", takeFiles, a.takeFiles)
	register(a, h, http.MethodPost, "/window", showWindow, a.showWindow)
	register(a, h, http.MethodPost, "/document/batch", batchDocuments, a.batchDocuments)
	register(a, h, http.MethodGet, "/document/{id}", getDocument, a.getDocument)
	register(a, h, http.MethodPut, "/document/{id}", replaceDocument, a.replaceDocument)
	register(a, h, http.MethodPatch, "/document/{id}", editDocument, a.editDocument)
	register(a, h, http.MethodDelete, "/document/{id}", deleteDocument, a.deleteDocument)
	register(a, h, http.MethodPost, "/document/{id}/retry", retryDocument, a.retryDocument)
	register(a, h, http.MethodGet, "/document/{id}/page/{page}", getPage, a.getPage)
	register(a, h, http.MethodGet, "/document/{id}/outline", getOutline, a.getOutline)
	register(a, h, http.MethodGet, "/document/{id}/thumbnail", getThumbnail, a.getThumbnail)
	register(a, h, http.MethodGet, "/document/{id}/pdf", getPDF, a.getPDF)
	register(a, h, http.MethodGet, "/document/{id}/original", getOriginal, a.getOriginal)
	register(a, h, http.MethodGet, "/document/{id}/text", getText, a.getText)
	register(a, h, http.MethodGet, "/document/{id}/report", getReport, a.getReport)
	register(a, h, http.MethodGet, "/document/{id}/search", searchDocument, a.searchDocument)
	register(a, h, http.MethodGet, "/document/{id}/search/counts", countDocument, a.countDocument)
	register(a, h, http.MethodGet, "/search", searchLibrary, a.searchLibrary)
	register(a, h, http.MethodPost, "/session", createSession, a.createSession)
	register(a, h, http.MethodGet, "/session", listSessions, a.listSessions)
	register(a, h, http.MethodGet, "/session/{id}", getSession, a.getSession)
	register(a, h, http.MethodDelete, "/session/{id}", endSession, a.endSession)
	register(a, h, http.MethodGet, "/library", getLibrary, a.getLibrary)
	register(a, h, http.MethodGet, "/collection", listCollections, a.listCollections)
	register(a, h, http.MethodPost, "/collection", createCollection, a.createCollection)
	register(a, h, http.MethodPatch, "/collection/{id}", editCollection, a.editCollection)
	register(a, h, http.MethodDelete, "/collection/{id}", deleteCollection, a.deleteCollection)
	register(a, h, http.MethodGet, "/settings", getSettings, a.getSettings)
	register(a, h, http.MethodPatch, "/settings", changeSettings, a.changeSettings)
	register(a, h, http.MethodGet, "/server", getServer, a.getServer)
	register(a, h, http.MethodGet, "/doctor", getDoctor, a.getDoctor)
	register(a, h, http.MethodGet, "/requests", listRequests, a.listRequests)
	register(a, h, http.MethodGet, "/requests/stream", followRequests, a.followRequests)
	register(a, h, http.MethodGet, "/backup", getBackup, a.getBackup)
	register(a, h, http.MethodPost, "/backup", saveBackup, a.saveBackup)
	register(a, h, http.MethodPost, "/restore", restoreBackup, a.restoreBackup)
	register(a, h, http.MethodDelete, "/restore", dropRestore, a.dropRestore)
	register(a, h, http.MethodGet, "/storage", getStorage, a.getStorage)
	register(a, h, http.MethodPost, "/storage/clean", cleanStorage, a.cleanStorage)
	register(a, h, http.MethodGet, "/key/current", getCurrentKey, a.getCurrentKey)
	register(a, h, http.MethodGet, "/key", listKeys, a.listKeys)
	register(a, h, http.MethodPost, "/key", createKey, a.createKey)
	register(a, h, http.MethodDelete, "/key/{id}", revokeKey, a.revokeKey)
	register(a, h, http.MethodGet, "/audit", listAudit, a.listAudit)
	register(a, h, http.MethodGet, "/events", followEvents, a.followEvents)
	register(a, h, http.MethodGet, "/changes", followChanges, a.followChanges)
	register(a, h, http.MethodGet, "/webhook/delivery", listDeliveries, a.listDeliveries)
	register(a, h, http.MethodGet, "/webhook/delivery/{id}", getDelivery, a.getDelivery)
	register(a, h, http.MethodPost, "/webhook/delivery/{id}/replay", replayDelivery, a.replayDelivery)
	register(a, h, http.MethodPost, "/webhook/test", testWebhook, a.testWebhook)
	register(a, h, http.MethodGet, "/settings/webhook/secret", getWebhookSecret, a.getWebhookSecret)
	register(a, h, http.MethodPost, "/settings/webhook/secret", rotateWebhookSecret, a.rotateWebhookSecret)
	register(a, h, http.MethodGet, "/settings/viewer/properties", getProperties, a.getProperties)
	a.registerFolders(h)
	a.registerTasks(h)
	a.registerTemplates(h)
	register(a, h, http.MethodPost, "/settings/viewer/preview", createPreview, a.createPreview)
	registerSets[Profile](a, h, "/settings/viewer/profile", a.Profiles.Sets)
	registerSets[Theme](a, h, "/settings/viewer/theme", a.Themes.Sets)

	describeUpload(h.OpenAPI().Paths[Base+"/document/upload"].Post, true)
	describeUpload(h.OpenAPI().Paths[Base+"/document/{id}"].Put, false)
	describeBody(h.OpenAPI().Paths[Base+"/document/{id}"].Patch, schemaOf[documentEdit](h))
	describeBody(h.OpenAPI().Paths[Base+"/intake"].Post, schemaOf[fileRequest](h))
	describeBody(h.OpenAPI().Paths[Base+"/window"].Post, schemaOf[windowRequest](h))
	describeBody(h.OpenAPI().Paths[Base+"/document/batch"].Post, schemaOf[describedBatch](h))
	describeBody(h.OpenAPI().Paths[Base+"/collection"].Post, schemaOf[newCollection](h))
	describeBody(h.OpenAPI().Paths[Base+"/collection/{id}"].Patch, schemaOf[collectionEdit](h))
	describeBody(h.OpenAPI().Paths[Base+"/settings"].Patch, schemaOf[settings.Settings](h))
	describeBody(h.OpenAPI().Paths[Base+"/backup"].Post, schemaOf[backupPlace](h))
	describeBody(h.OpenAPI().Paths[Base+"/restore"].Post, schemaOf[backupPlace](h))
	describeSecret(h.OpenAPI().Paths[Base+"/settings/webhook/secret"].Post)
	describeWebhooks(h)
	describePassword(h.OpenAPI().Paths[Base+"/document"].Post)
	requireURL(h.OpenAPI().Paths[Base+"/document"].Post)
	describePassword(h.OpenAPI().Paths[Base+"/document/{id}/retry"].Post)
	describeAreas(h.OpenAPI())
	describeErrors(h.OpenAPI())
	describeExamples(h)
	description := &descriptionText{description: h.OpenAPI()}
	mux.Handle("GET /openapi.json", a.serveDescription(description.below))
	mux.Handle("GET /openapi-3.0.json", a.serveDescription(description.below30))
	a.healthRoutes(mux)
	return errors.Join(reference(mux), docs(mux))
}
