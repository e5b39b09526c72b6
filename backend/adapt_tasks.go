package backend

import (
	"context"
	"encoding/json"
	"io"
	"os"

	"lectern/backend/crm"
	"lectern/backend/document"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/idempotency"
	"lectern/backend/session"
	"lectern/backend/settings"
	"lectern/backend/task"
	"lectern/backend/template"
)

// taskDays is the default number of days for which a task is kept with its results.
const taskDays = 30

// rowsAtOnce is the number of rows of a task that are processed per worker at the same time. With two rows, the result
// of one row can be stored while another row is rendered. All tasks share the converters.
const rowsAtOnce = 2

// maxTemplate is the maximum size of a template in bytes. The size is limited because the whole template is passed to
// its converter process at once.
const maxTemplate = 100 << 20

// taskLimits returns the limits of tasks under the current settings.
func (c Config) taskLimits(current settings.Settings) task.Limits {
	return task.Limits{Template: min(current.MaxUpload, maxTemplate), Params: c.MaxParams, Inflation: c.MaxInflation, Queue: current.MaxQueue}
}

// taskLibrary adds the results of tasks to the library.
type taskLibrary struct {
	docs     *document.Service
	sessions *session.Service
}

// Add implements [task.Library].
func (l taskLibrary) Add(ctx context.Context, key, maker, name string, file io.Reader) (documentID, sessionID string, err error) {
	upload, err := l.docs.Receive(ctx, name, file)
	if err != nil {
		return "", "", err
	}
	docs, _, err := l.docs.PostUploads(ctx, []document.Upload{upload}, document.Options{
		Name: name, Idempotency: &idempotency.Key{Sender: "task", Name: key},
	})
	if err != nil {
		return "", "", err
	}
	granted, err := l.sessions.FindOrCreate(ctx, docs[0].ID, session.DefaultMinutes, session.Options{Maker: maker})
	if fault.Is(err, fault.Denied) {
		return docs[0].ID, "", nil
	}
	return docs[0].ID, granted.ID, err
}

// taskPlatforms adapts the CRM platforms to [task.Platforms].
type taskPlatforms struct{ platforms *crm.Platforms }

// Types implements [task.Platforms].
func (p taskPlatforms) Types() []string { return p.platforms.Types() }

// platformOf returns the platform of an integration, and the integration converted to the type that package crm uses.
func (p taskPlatforms) platformOf(in task.Integration) (crm.Platform, crm.Integration, error) {
	platform, err := p.platforms.Find(in.Type)
	return platform, crm.Integration{Type: in.Type, ServerURL: in.ServerURL, LinkTo: in.LinkTo, SessionID: in.SessionID}, err
}

// Check implements [task.Platforms].
func (p taskPlatforms) Check(in task.Integration) error {
	platform, with, err := p.platformOf(in)
	if err != nil {
		return err
	}
	return platform.Check(with)
}

// Template implements [task.Platforms].
func (p taskPlatforms) Template(ctx context.Context, in task.Integration, identifier string) (string, io.ReadCloser, error) {
	platform, with, err := p.platformOf(in)
	if err != nil {
		return "", nil, err
	}
	return platform.Template(ctx, with, identifier)
}

// Query implements [task.Platforms].
func (p taskPlatforms) Query(ctx context.Context, in task.Integration, queries map[string]string,
	params []byte) (map[string]json.RawMessage, error) {
	platform, with, err := p.platformOf(in)
	if err != nil {
		return nil, err
	}
	return platform.Query(ctx, with, queries, params)
}

// Store implements [task.Platforms].
func (p taskPlatforms) Store(ctx context.Context, in task.Integration, record, name string, file *os.File) (string, error) {
	platform, with, err := p.platformOf(in)
	if err != nil {
		return "", err
	}
	return platform.Store(ctx, with, record, name, file)
}

// taskTemplates adapts the template service to [task.Templates].
type taskTemplates struct{ templates *template.Service }

// FindVersion implements [task.Templates].
func (l taskTemplates) FindVersion(ctx context.Context, identifier string, version int) (task.FoundTemplate, error) {
	t, err := l.templates.Find(ctx, identifier)
	if err != nil {
		return task.FoundTemplate{}, err
	}
	v, err := t.Version(version)
	return task.FoundTemplate{TemplateID: t.ID, Version: v.Number, Content: v.Content, Name: v.Filename}, err
}
