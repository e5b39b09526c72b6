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

// Content stores files under their hash.
type Content interface {
	// Add stores the bytes of r, at most limit, and returns their key and size. The content is kept until the caller
	// releases the key with LetGo, and longer if a record then uses it.
	Add(ctx context.Context, r io.Reader, limit int64) (key string, size int64, err error)
	// LetGo releases a key that Add returned. The content is removed if nothing else uses it.
	LetGo(ctx context.Context, key string)
	// Forget removes content that no record uses.
	Forget(ctx context.Context, keys ...string)
	// Open opens the content with a key. The caller closes the file.
	Open(ctx context.Context, key string) (*os.File, error)
}

// Found is a version of a template in the library.
type Found struct {
	TemplateID    string
	Version       int
	Content, Name string // content key and file name
}

// Templates is the library of templates.
type Templates interface {
	// FindVersion returns a version of a template, which is named by its id or name; 0 is the newest version. The error
	// is a fault of kind NotFound if there is none.
	FindVersion(ctx context.Context, identifier string, version int) (Found, error)
}

// Engine fills templates.
type Engine interface {
	Run(ctx context.Context, order template.Order) (template.Result, error)
}

// Merger merges PDFs.
type Merger interface {
	// Merge writes the pages of all sources, in their order, to out, which is open for writing and empty.
	Merge(ctx context.Context, sources []pdf.Source, out *os.File) error
}

// Library is the library of documents.
type Library interface {
	// Add adds a file as a document, and creates a session of it for the API key maker, unless that key was revoked. A
	// call with the same key as an earlier one returns the document of that, and its session while it is valid.
	Add(ctx context.Context, key, maker, name string, file io.Reader) (documentID, sessionID string, err error)
}

// Platforms are the CRM platforms that tasks work with. The messages of errors with a method Sentence are shown to
// people. No error contains a session.
type Platforms interface {
	// Types returns the names of the platforms, sorted.
	Types() []string
	// Check returns a fault of kind Invalid if an integration is not valid.
	Check(in Integration) error
	// Template returns the template with an identifier of the platform, and its file name. The caller closes it.
	Template(ctx context.Context, in Integration, identifier string) (name string, body io.ReadCloser, err error)
	// Query returns the results of queries of the platform as parameters, by name. The queries may refer to params, the
	// posted parameters, which are a JSON object or nil.
	Query(ctx context.Context, in Integration, queries map[string]string, params []byte) (map[string]json.RawMessage, error)
	// Store stores a document, links it to a record if record is not empty, and returns the platform's id of it.
	Store(ctx context.Context, in Integration, record, name string, file *os.File) (id string, err error)
}

// Sealer encrypts secrets for the database.
type Sealer interface {
	sealedurl.Sealer
	// Seal encrypts a secret. It can only be decrypted with the same owner.
	Seal(secret, owner string) ([]byte, error)
}

// Limits are the limits of tasks.
type Limits struct {
	Template  int64 // size of a template, in bytes
	Params    int64 // size of the parameters, and of the source of the rows, in bytes
	Inflation int64 // size of the unpacked content of an Office document that is converted to PDF, in bytes; 0 for the default
	Queue     int   // unfinished tasks; 0 for no limit
}

// Parts are the dependencies of a service.
type Parts struct {
	Store     Store
	Content   Content
	Templates Templates
	Engine    Engine
	Office    office.PDFConverter
	Merger    Merger
	TempDir   string // a folder that no other user can read
	// RowsAtOnce is the number of rows of a task that are processed in parallel; 0 is one.
	RowsAtOnce int
	Library    Library
	Platforms  Platforms // nil for none
	Sealer     Sealer
	CleanName  func(string) string // returns a name from outside without characters that cannot be displayed
	// ValidateHook returns a fault of a field if an address of a webhook can never be called.
	ValidateHook func(field, address string) error
	Now          func() time.Time // the clock for the expiry of result addresses
	Limits       Limits
	Changed      event.Listener // notified of changes of tasks
	Log          *slog.Logger
}

// Service accepts and runs tasks.
type Service struct {
	Parts
	limits   atomic.Pointer[Limits]
	changes  notify.Hub
	running  running
	sessions sessions
	// Memory for the parameters of tasks without and with rows.
	singleMemory, rowsMemory *semaphore.Weighted
}

// New returns a service.
func New(p Parts) *Service {
	s := &Service{Parts: p, singleMemory: semaphore.NewWeighted(maxParams),
		rowsMemory: semaphore.NewWeighted(maxParams)}
	s.SetLimits(p.Limits)
	return s
}

// SetLimits changes the limits of new tasks.
func (s *Service) SetLimits(l Limits) { s.limits.Store(&l) }

// Bounds returns the limits.
func (s *Service) Bounds() Limits { return *s.limits.Load() }

// Close ends all calls of [Service.Await], and stops tasks with rows from beginning further rows.
func (s *Service) Close() { s.changes.Close() }

// Find returns a task, or a fault of kind NotFound.
func (s *Service) Find(ctx context.Context, id string) (Task, error) {
	return s.Store.FindTask(ctx, id)
}

// ListRows returns rows of a task by their numbers, or a fault of kind NotFound if there is no such task.
func (s *Service) ListRows(ctx context.Context, id string, q RowQuery) ([]Row, error) {
	if _, err := s.Store.FindTask(ctx, id); err != nil {
		return nil, err
	}
	return s.Store.ListTaskRows(ctx, id, q)
}

// List returns tasks, newest first.
func (s *Service) List(ctx context.Context, q Query) ([]Task, error) {
	return s.Store.ListTasks(ctx, q)
}

// Await returns the task as soon as reached reports true for it. When ctx ends or the service is closed, it returns the task as
// it is, without an error.
func (s *Service) Await(ctx context.Context, id string, reached func(Task) bool) (Task, error) {
	return notify.Await(ctx, &s.changes, id, s.Store.FindTask, reached)
}

// Delete cancels a task that has not ended: it stays in the list, and the documents of its rows are removed. A task
// that has ended is removed with its results.
func (s *Service) Delete(ctx context.Context, id string) error {
	ended := false
	t, err := s.update(ctx, id, func(t *Task) error {
		if ended = t.State.Ended(); !ended {
			t.end(Cancelled, time.Now().UTC(), saidCancelled)
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

// remove removes a task and the content that only it uses.
func (s *Service) remove(ctx context.Context, id string) error {
	ctx = context.WithoutCancel(ctx) // the removal must be completed
	if err := s.dropDocuments(ctx, id); err != nil {
		return err
	}
	t, err := s.Store.DeleteTask(ctx, id)
	if err != nil {
		return err
	}
	s.notify(id)
	s.Content.Forget(ctx, t.Contents()...)
	return nil
}

// dropDocuments removes the documents of a task's rows, in several steps.
func (s *Service) dropDocuments(ctx context.Context, id string) error {
	for {
		keys, err := s.Store.DropRowResults(ctx, id)
		if err != nil || len(keys) == 0 {
			return err
		}
		s.Content.Forget(ctx, keys...)
	}
}

// Prune removes the tasks that ended before a time.
func (s *Service) Prune(ctx context.Context, before time.Time) error {
	for {
		ids, err := s.Store.ListOldTasks(ctx, before)
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

// update records a change of a task and notifies those that wait for it.
func (s *Service) update(ctx context.Context, id string, change func(*Task) error) (Task, error) {
	t, err := s.Store.UpdateTask(ctx, id, change)
	if err == nil {
		s.notify(id)
	}
	return t, err
}

// Wake wakes the callers of [Service.Await] for a task that has changed on another node; for an empty id, all callers.
func (s *Service) Wake(id string) { s.changes.Notify(id) }

// notify wakes the callers of [Service.Await] for a task, and notifies the subscribers of changes.
func (s *Service) notify(id string) {
	s.changes.Notify(id)
	s.Changed.Notify(id)
}
