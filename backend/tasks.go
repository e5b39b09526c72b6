package backend

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"os"
	"strings"
	"time"

	"lectern/backend/convert"
	"lectern/backend/crm"
	"lectern/backend/document"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/news"
	"lectern/backend/samples"
	"lectern/backend/session"
	"lectern/backend/settings"
	"lectern/backend/task"
	"lectern/backend/template"
	"lectern/converters/wire"
)

// taskDays is how many days a task is kept with its results, where nobody says otherwise.
const taskDays = 30

// rowsAtOnce is how many rows of a task are at work for each worker, so that while some are stored
// others are filled. They take turns with all other tasks.
const rowsAtOnce = 2

// maxTemplate bounds a template in bytes: it is handed to its process as a whole.
const maxTemplate = 100 << 20

// openTasks has the library of templates and the tasks there. They keep their bytes in the
// documents' content.
func (s *Server) openTasks(converters convert.Config, sealer task.Sealer) {
	s.engine = convert.NewTemplates(converters, templateFetcher{s}, 0)
	shared := s.docs.Shared()
	s.templates = template.New(template.Parts{
		Store: s.db, Content: shared, Engine: s.engine, Office: s.office, Reader: s.pdf, Merger: s.pdf, Sealer: sealer, TempDir: s.folder.temp(), CleanName: document.CleanName,
		MaxSize: func() int64 { return s.tasks.Bounds().Template }, Changed: s.tell(news.Template), Log: s.log,
	})
	s.platforms = crm.New(crm.Parts{Client: s.client, MaxTemplate: func() int64 { return s.tasks.Bounds().Template }, Time: s.config.FetchTime})
	s.tasks = task.New(task.Parts{
		Store: s.db, Content: shared, Templates: taskTemplates{s.templates}, Engine: s.engine, Office: s.office, Merger: s.pdf, TempDir: s.folder.temp(),
		Library: taskLibrary{s.docs, s.sessions}, Platforms: taskPlatforms{s.platforms}, Sealer: sealer, CleanName: document.CleanName, Now: s.clock.Now, ValidateHook: s.client.ValidateHook,
		RowsAtOnce: rowsAtOnce * max(converters.Workers, 1), Changed: s.tell(news.Task), Log: s.log,
	})
}

// addSamples gives a new library its sample templates, where that is wanted. Without them it works as
// well.
func (s *Server) addSamples(ctx context.Context) error {
	if !s.config.Samples {
		return nil
	}
	var all []template.Sample
	for _, one := range samples.Templates() {
		all = append(all, template.Sample(one))
	}
	if err := s.templates.AddSamples(ctx, all); err != nil {
		s.log.WarnContext(ctx, "sample templates not added", slog.Any("error", err))
	}
	return nil
}

// taskLimits gives what bounds tasks by the settings.
func (c Config) taskLimits(current settings.Settings) task.Limits {
	return task.Limits{Template: min(current.MaxUpload, maxTemplate), Params: c.MaxParams, Inflation: c.MaxInflation, Queue: current.MaxQueue}
}

// pruneTasks removes tasks that are old.
func (s *Server) pruneTasks(ctx context.Context, days int) error {
	if days == 0 {
		return nil
	}
	return s.tasks.Prune(ctx, time.Now().Add(-time.Duration(days)*24*time.Hour))
}

// taskLibrary takes the results of tasks into the library.
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
	docs, err := l.docs.PostUploads(ctx, []document.Upload{upload}, document.Options{
		Name: name, Idempotency: &document.Idempotency{Sender: "task", Key: key},
	})
	if err != nil {
		return "", "", err
	}
	granted, err := l.sessions.Renew(ctx, docs[0].ID, session.DefaultMinutes, session.Options{Maker: maker})
	if fault.Is(err, fault.Denied) {
		return docs[0].ID, "", nil
	}
	return docs[0].ID, granted.ID, err
}

// taskPlatforms are the platforms of CRM as tasks know them.
type taskPlatforms struct{ all *crm.Platforms }

// Types implements [task.Platforms].
func (p taskPlatforms) Types() []string { return p.all.Types() }

// on gives the platform of an integration, and that as the platform knows it.
func (p taskPlatforms) on(in task.Integration) (crm.Platform, crm.Integration, error) {
	platform, err := p.all.Find(in.Type)
	return platform, crm.Integration{Type: in.Type, ServerURL: in.ServerURL, LinkTo: in.LinkTo, SessionID: in.SessionID}, err
}

// Check implements [task.Platforms].
func (p taskPlatforms) Check(in task.Integration) error {
	platform, with, err := p.on(in)
	if err != nil {
		return err
	}
	return platform.Check(with)
}

// Template implements [task.Platforms].
func (p taskPlatforms) Template(ctx context.Context, in task.Integration, identifier string) (string, io.ReadCloser, error) {
	platform, with, err := p.on(in)
	if err != nil {
		return "", nil, err
	}
	return platform.Template(ctx, with, identifier)
}

// Query implements [task.Platforms].
func (p taskPlatforms) Query(ctx context.Context, in task.Integration, queries map[string]string, params []byte) (map[string]json.RawMessage, error) {
	platform, with, err := p.on(in)
	if err != nil {
		return nil, err
	}
	return platform.Query(ctx, with, queries, params)
}

// Store implements [task.Platforms].
func (p taskPlatforms) Store(ctx context.Context, in task.Integration, record, name string, file *os.File) (string, error) {
	platform, with, err := p.on(in)
	if err != nil {
		return "", err
	}
	return platform.Store(ctx, with, record, name, file)
}

// taskTemplates gives tasks their templates of the library.
type taskTemplates struct{ templates *template.Service }

// FindVersion implements [task.Templates].
func (l taskTemplates) FindVersion(ctx context.Context, identifier string, version int) (task.Found, error) {
	t, err := l.templates.Find(ctx, identifier)
	if err != nil {
		return task.Found{}, err
	}
	v, err := t.Version(version)
	return task.Found{TemplateID: t.ID, Version: v.Number, Content: v.Content, Name: v.Filename}, err
}

// templateFetcher gets what parameters of templates name: by address, or, of templates that are
// included, by their names in the library.
type templateFetcher struct{ *Server }

// fetchTime bounds the fetching of one address.
const fetchTime = 20 * time.Second

// Fetch implements [convert.Fetcher].
func (f templateFetcher) Fetch(ctx context.Context, address string, most int64) (content []byte, err error) {
	from, err := f.open(ctx, address, most)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	if content, err = io.ReadAll(io.LimitReader(from, most+1)); int64(len(content)) > most {
		return nil, errors.New("it is too large")
	}
	return content, err
}

func (f templateFetcher) open(ctx context.Context, address string, most int64) (io.ReadCloser, error) {
	name, included := strings.CutPrefix(address, wire.TemplateScheme)
	if !included {
		answer, err := f.client.Bounded(fetchTime, most).Get(ctx, address)
		if err != nil {
			return nil, err
		}
		return answer.Body, nil
	}
	t, err := f.templates.Find(ctx, name)
	if err != nil {
		return nil, err
	}
	return f.templates.Open(ctx, t.Newest())
}
