package task

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"os"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"lectern/backend/convert/office"
	"lectern/backend/convert/pdf"
	"lectern/backend/convert/template"
	"lectern/backend/event"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/notify"
	"lectern/backend/internal/sealedurl"
)

// Content stores files under keys that are derived from their hash.
type Content interface {
	// Add stores the content of r, and returns its key and its size in bytes. It returns a fault of kind TooLarge if r
	// has more than limit bytes. The content is kept until the caller releases the key with Release, and longer if a
	// record uses it by then.
	Add(ctx context.Context, r io.Reader, limit int64) (key string, size int64, err error)
	// Release releases a key that Add returned. If nothing else uses the content, it is removed.
	Release(ctx context.Context, key string)
	// Forget removes content that no record uses.
	Forget(ctx context.Context, keys ...string)
	// Open opens the content with a key. The caller closes the file.
	Open(ctx context.Context, key string) (*os.File, error)
}

// FoundTemplate is a version of a template in the library.
type FoundTemplate struct {
	TemplateID    string
	Version       int
	Content, Name string // the content key and the file name
}

// Templates is the library of templates.
type Templates interface {
	// FindVersion returns a version of the template with an id or name. Version 0 is the newest. It returns a fault of
	// kind NotFound if there is none.
	FindVersion(ctx context.Context, identifier string, version int) (FoundTemplate, error)
}

// Engine fills templates.
type Engine interface {
	Run(ctx context.Context, order template.Order) (template.Result, error)
}

// Merger merges PDFs.
type Merger interface {
	// Merge writes the pages of all sources, in order, to out. The file out is empty and open for writing.
	Merge(ctx context.Context, sources []pdf.Source, out *os.File) error
}

// Library is the library of documents.
type Library interface {
	// Add adds a file as a document and creates a session for it. The argument maker is the id of the API key that owns
	// the session. If this API key was revoked, no session is created. The argument key makes the call idempotent: a
	// repeated call returns the document of the first call, and also its session while the session is valid.
	Add(ctx context.Context, key, maker, name string, file io.Reader) (documentID, sessionID string, err error)
}

// Platforms are the CRM platforms that tasks can use. Errors that have a method Sentence are shown to the user. Errors
// never contain a session.
type Platforms interface {
	// Types returns the names of the platforms, sorted.
	Types() []string
	// Check returns a fault of kind Invalid if an integration is invalid.
	Check(in Integration) error
	// Template returns the template with an identifier on the platform, and its file name. The caller closes the body.
	Template(ctx context.Context, in Integration, identifier string) (name string, body io.ReadCloser, err error)
	// Query runs queries on the platform. It returns the result of each query as a parameter, by the name of the query.
	// The queries can refer to params, which are the posted parameters as a JSON object, or nil.
	Query(ctx context.Context, in Integration, queries map[string]string, params []byte) (map[string]json.RawMessage, error)
	// Store stores a document on the platform and returns its id there. If record is not empty, the document is linked
	// to that record.
	Store(ctx context.Context, in Integration, record, name string, file *os.File) (id string, err error)
}

// Sealer encrypts secrets that are stored in the database.
type Sealer interface {
	sealedurl.Sealer
	// Seal encrypts a secret. The owner names the object that the secret belongs to. Decrypting requires the same
	// owner, so that a secret cannot be moved to another object.
	Seal(secret, owner string) ([]byte, error)
}

// Limits are the configurable limits for tasks.
type Limits struct {
	Template  int64 // maximal size of a template, in bytes
	Params    int64 // maximal size of the parameters, and of the posted rows, in bytes
	Inflation int64 // maximal uncompressed size of an Office document for conversion to PDF, in bytes; 0 for the default
	Queue     int   // maximal number of unfinished tasks; 0 for no limit
}

// Config contains the dependencies and limits of a [Service].
type Config struct {
	Store     Store
	Content   Content
	Templates Templates
	Engine    Engine
	Office    office.PDFConverter
	Merger    Merger
	TempDir   string // a folder that other users cannot read
	// RowsAtOnce is the number of rows of a task that are processed in parallel; 0 means 1.
	RowsAtOnce int
	Library    Library
	Platforms  Platforms // nil for none
	Sealer     Sealer
	CleanName  func(string) string // removes characters that cannot be displayed from a received name
	// ValidateHook returns a fault for a field if its webhook address can never be called.
	ValidateHook func(field, address string) error
	Now          func() time.Time // the clock for the expiry of result addresses
	Limits       Limits
	OnChange     event.Listener // notified when a task changes
	Log          *slog.Logger
}

// Service accepts and runs tasks.
type Service struct {
	store        Store
	content      Content
	templates    Templates
	engine       Engine
	office       office.PDFConverter
	merger       Merger
	tempDir      string
	rowsAtOnce   int
	library      Library
	platforms    Platforms // nil for none
	sealer       Sealer
	cleanName    func(string) string
	validateHook func(field, address string) error
	now          func() time.Time
	onChange     event.Listener
	log          *slog.Logger
	limits       atomic.Pointer[Limits]
	changes      notify.Hub
	running      running
	sessions     sessions
	// singleMemory limits the memory for the parameters of tasks without rows. rowsMemory limits the memory for the
	// parameters of tasks with rows.
	singleMemory, rowsMemory *semaphore.Weighted
}

// New returns a service.
func New(config Config) *Service {
	s := &Service{store: config.Store, content: config.Content, templates: config.Templates, engine: config.Engine, office: config.Office,
		merger: config.Merger, tempDir: config.TempDir, rowsAtOnce: config.RowsAtOnce, library: config.Library, platforms: config.Platforms,
		sealer: config.Sealer, cleanName: config.CleanName, validateHook: config.ValidateHook, now: config.Now, onChange: config.OnChange,
		log: config.Log, singleMemory: semaphore.NewWeighted(maxParamsMemory), rowsMemory: semaphore.NewWeighted(maxParamsMemory)}
	s.SetLimits(config.Limits)
	return s
}

// SetLimits changes the limits for new tasks.
func (s *Service) SetLimits(l Limits) { s.limits.Store(&l) }

// Limits returns the current limits.
func (s *Service) Limits() Limits { return *s.limits.Load() }

// Close makes all calls of [Service.Await] return. Tasks with rows do not start further rows.
func (s *Service) Close() { s.changes.Close() }

// Find returns a task, or a fault of kind NotFound.
func (s *Service) Find(ctx context.Context, id string) (Task, error) {
	return s.store.FindTask(ctx, id)
}

// ListRows returns rows of a task sorted by number, or a fault of kind NotFound if the task does not exist.
func (s *Service) ListRows(ctx context.Context, id string, q RowQuery) ([]Row, error) {
	if _, err := s.store.FindTask(ctx, id); err != nil {
		return nil, err
	}
	return s.store.ListTaskRows(ctx, id, q)
}

// List returns tasks, newest first.
func (s *Service) List(ctx context.Context, q Query) ([]Task, error) {
	return s.store.ListTasks(ctx, q)
}

// Await waits until reached returns true for a task, and returns the task. If ctx ends or the service is closed before
// that, it returns the current task without an error.
func (s *Service) Await(ctx context.Context, id string, reached func(Task) bool) (Task, error) {
	return notify.Await(ctx, &s.changes, id, s.store.FindTask, reached)
}

// Delete cancels a task that has not ended. The task stays in the list, but the documents of its rows are removed. A
// task that has ended is removed together with its results.
func (s *Service) Delete(ctx context.Context, id string) error {
	ended := false
	t, err := s.update(ctx, id, func(t *Task) error {
		if ended = t.State.Ended(); !ended {
			t.finish(Cancelled, time.Now().UTC(), cancelledMessage)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if !ended {
		s.running.stop(id)
		s.sessions.drop(id)
		return nil
	}
	return s.remove(ctx, t.ID)
}

// remove removes a task, and the content that nothing else uses.
func (s *Service) remove(ctx context.Context, id string) error {
	ctx = context.WithoutCancel(ctx) // the removal must not be interrupted
	if err := s.dropDocuments(ctx, id); err != nil {
		return err
	}
	t, err := s.store.DeleteTask(ctx, id)
	if err != nil {
		return err
	}
	s.notify(id)
	s.content.Forget(ctx, t.ContentKeys()...)
	return nil
}

// dropDocuments removes the documents of a task's rows, in batches.
func (s *Service) dropDocuments(ctx context.Context, id string) error {
	for {
		keys, err := s.store.DropRowResults(ctx, id)
		if err != nil || len(keys) == 0 {
			return err
		}
		s.content.Forget(ctx, keys...)
	}
}

// Prune removes the tasks that ended before the given time, with their results.
func (s *Service) Prune(ctx context.Context, before time.Time) error {
	for {
		ids, err := s.store.ListOldTasks(ctx, before)
		if err != nil || len(ids) == 0 {
			return err
		}
		for _, id := range ids {
			if err := s.remove(ctx, id); err != nil && !fault.Is(err, fault.NotFound) {
				return err
			}
		}
	}
}

// update changes a task in the store, and notifies the callers that wait for a change of the task.
func (s *Service) update(ctx context.Context, id string, change func(*Task) error) (Task, error) {
	t, err := s.store.UpdateTask(ctx, id, change)
	if err == nil {
		s.notify(id)
	}
	return t, err
}

// Wake wakes the calls of [Service.Await] for a task that another node has changed. If id is empty, it wakes all calls.
func (s *Service) Wake(id string) { s.changes.Notify(id) }

// notify wakes the calls of [Service.Await] for a task, and notifies the subscribers of changes.
func (s *Service) notify(id string) {
	s.changes.Notify(id)
	s.onChange.Notify(id)
}
