package task

import (
	"context"
	"time"
)

// Store keeps tasks' records. A change, its event and the job that follows from it are one
// transaction.
type Store interface {
	// CreateTask stores a new task with its job, and gives it; or that of an earlier post under the
	// same key of its sender's. Another post under that key is a fault of kind Invalid, too many
	// that have not ended one of kind Busy.
	CreateTask(ctx context.Context, p Post) (Task, error)
	// FindTask gives one task, or a fault of kind NotFound.
	FindTask(ctx context.Context, id string) (Task, error)
	// ListTasks gives tasks, newest first.
	ListTasks(ctx context.Context, q Query) ([]Task, error)
	// UpdateTask changes a task. An error of change is given back as it is, and nothing is changed.
	UpdateTask(ctx context.Context, id string, change func(*Task) error) (Task, error)
	// DeleteTask removes a task, and gives it as it was.
	DeleteTask(ctx context.Context, id string) (Task, error)
	// ListOldTasks gives the ids of tasks that ended before a time, some of them.
	ListOldTasks(ctx context.Context, before time.Time) ([]string, error)
	// CheckTasks is a fault of kind Busy where so many tasks have not ended; 0 is none.
	CheckTasks(ctx context.Context, most int) error
}

// Query says which tasks a list has.
type Query struct {
	State State // empty for all
	// Of are the templates that the tasks were posted with; nil for any.
	Of    *Of
	After int64 // number of a task, there or not: those that are older; 0 begins
	Limit int
}

// Of names a template, by what it was posted as, and by what it has been.
type Of struct {
	Identifiers []string
	Contents    []string // content keys
}

// Post is a task that comes in.
type Post struct {
	Task        Task
	Queue       int          // how many tasks may be waiting or running already; 0 for any number
	Idempotency *Idempotency // nil for none
}

// Idempotency has a post that comes a second time, as its answer was lost, be the first one.
type Idempotency struct {
	Sender      string // who sends, by the id of the API key
	Key         string // the sender's own
	Fingerprint string // of all that was posted, but the session
}
