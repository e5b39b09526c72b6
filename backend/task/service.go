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

// Content keeps bytes under their hash.
type Content interface {
	// Add stores what r gives, at most limit bytes, and answers its key and size. The caller lets
	// the key go when there is a record of it, or is to be none.
	Add(ctx context.Context, r io.Reader, limit int64) (key string, size int64, err error)
	// LetGo ends a hold of a key, and removes what then nobody holds and no record needs.
	LetGo(ctx context.Context, key string)
	// Forget removes what no record needs any more.
	Forget(ctx context.Context, keys ...string)
	// Open gives the bytes under a key as a file, which the caller closes.
	Open(ctx context.Context, key string) (*os.File, error)
}

// Found is a version of a template of the library.
type Found struct {
	TemplateID    string
	Version       int
	Content, Name string // content key and file name
}

// Templates is the local library of templates.
type Templates interface {
	// FindVersion gives a version of a template, the newest one for 0, by the template's id or name, or a
	// fault of kind NotFound.
	FindVersion(ctx context.Context, identifier string, version int) (Found, error)
}

// Engine fills templates.
type Engine interface {
	Run(ctx context.Context, order template.Order) (template.Result, error)
}

// Merger makes one PDF of several.
type Merger interface {
	// Merge writes the pages of all sources, in their order, to out, which is open for writing and empty.
	Merge(ctx context.Context, sources []pdf.Source, out *os.File) error
}

// Library is that of documents.
type Library interface {
	// Add takes a file in as a document, and grants a session of it, which an API key makes. Under a key that came
	// before it gives the document of that, and its session while that is in force. No session is granted where the
	// API key was revoked.
	Add(ctx context.Context, key, maker, name string, file io.Reader) (documentID, sessionID string, err error)
}

// Platforms are those of CRM that tasks work with. Their errors that are worded for people, with a
// method Sentence, are told; no error has a session in it.
type Platforms interface {
	// Types lists the platforms by the names that integrations have, sorted.
	Types() []string
	// Check says what of an integration cannot be, as a fault of kind Invalid.
	Check(in Integration) error
	// Template gives a template by the platform's identifier, with its file name. The caller closes it.
	Template(ctx context.Context, in Integration, identifier string) (name string, body io.ReadCloser, err error)
	// Query gives parameters for a template by its queries of the platform, by their names. params are
	// those that were posted, a JSON object, which the queries may refer to; nil is an empty one.
	Query(ctx context.Context, in Integration, queries map[string]string, params []byte) (map[string]json.RawMessage, error)
	// Store stores a finished document, linked to a record where one is named, and gives the
	// platform's id of it.
	Store(ctx context.Context, in Integration, record, name string, file *os.File) (id string, err error)
}

// Sealer closes what is not to be read in the database.
type Sealer interface {
	sealedurl.Sealer
	// Seal closes a secret so that it is opened for the same owner only.
	Seal(secret, owner string) ([]byte, error)
}

// Limits bound tasks.
type Limits struct {
	Template  int64 // bytes of a template
	Params    int64 // bytes of its parameters, and of its rows
	Inflation int64 // bytes that a document may unpack to which is to become a PDF; 0 is the default
	Queue     int   // tasks that have not ended, beyond which none is taken in; 0 for any number
}

// Parts are what a service works with.
type Parts struct {
	Store     Store
	Content   Content
	Templates Templates
	Engine    Engine
	Office    office.PDFConverter
	Merger    Merger
	TempDir   string // a private folder
	// RowsAtOnce is how many rows of a task are at work at once; 0 is one.
	RowsAtOnce int
	Library    Library
	Platforms  Platforms // nil where there are none
	Sealer     Sealer
	CleanName  func(string) string // makes a name from outside fit for display
	// ValidateHook refuses the address of a webhook that can never be called, as a fault that blames the field.
	ValidateHook func(field, address string) error
	Now          func() time.Time // by which addresses of results end
	Limits       Limits
	Changed      event.Listener // is told of tasks
	Log          *slog.Logger
}

// Service takes tasks in and follows them to their end.
type Service struct {
	Parts
	limits   atomic.Pointer[Limits]
	changes  notify.Hub
	running  running
	sessions sessions
	// Memory for the parameters of tasks, by their queues.
	roomForOne, roomForRows *semaphore.Weighted
}

// New makes a service over its parts.
func New(p Parts) *Service {
	s := &Service{Parts: p, roomForOne: semaphore.NewWeighted(mostParams),
		roomForRows: semaphore.NewWeighted(mostParams)}
	s.SetLimits(p.Limits)
	return s
}

// SetLimits changes what is taken in from now on.
func (s *Service) SetLimits(l Limits) { s.limits.Store(&l) }

// Bounds gives the limits in force.
func (s *Service) Bounds() Limits { return *s.limits.Load() }

// Close ends all calls of [Service.Await], and hands out no further rows.
func (s *Service) Close() { s.changes.Close() }

// Find gives one task, or a fault of kind NotFound.
func (s *Service) Find(ctx context.Context, id string) (Task, error) {
	return s.Store.FindTask(ctx, id)
}

// ListRows gives rows of a task by their numbers, or a fault of kind NotFound where it is not there.
func (s *Service) ListRows(ctx context.Context, id string, q RowQuery) ([]Row, error) {
	if _, err := s.Store.FindTask(ctx, id); err != nil {
		return nil, err
	}
	return s.Store.ListTaskRows(ctx, id, q)
}

// List gives tasks, newest first.
func (s *Service) List(ctx context.Context, q Query) ([]Task, error) {
	return s.Store.ListTasks(ctx, q)
}

// Await returns the task as soon as reached reports true for it. When ctx ends or the service is closed, it returns the task as
// it is, without an error.
func (s *Service) Await(ctx context.Context, id string, reached func(Task) bool) (Task, error) {
	return notify.Await(ctx, &s.changes, id, s.Store.FindTask, reached)
}

// Delete cancels a task that has not ended, which stays, but for the documents of its rows; one that
// has ended it removes, with its results.
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

// remove removes a task and what it alone needs.
func (s *Service) remove(ctx context.Context, id string) error {
	ctx = context.WithoutCancel(ctx) // a part of it is of no use
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

// dropDocuments removes the documents of a task's rows, some at a time.
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

// update stores a change and wakes those who wait for it.
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
