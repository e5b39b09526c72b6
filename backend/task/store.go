package task

import (
	"context"
	"time"

	"lectern/backend/internal/idempotency"
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
	// SizeTaskParams returns how many bytes the parameters of a task have as they are kept; 0 where it has ended or has none.
	SizeTaskParams(ctx context.Context, id string) (int64, error)
	// FindTaskParams returns the parameters of a task, sealed; nil where it has ended or has none.
	FindTaskParams(ctx context.Context, id string) ([]byte, error)
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
	// FindTaskResult gives a result of a task, or of one of its rows, or a fault of kind NotFound.
	FindTaskResult(ctx context.Context, task, result string) (Result, error)
	RowStore
}

// RowStore keeps what belongs to the rows of tasks.
type RowStore interface {
	// FindTaskSource gives what the rows of a task are read from, sealed; a fault of kind NotFound
	// where the task has ended, or has none.
	FindTaskSource(ctx context.Context, task string) ([]byte, error)
	// SaveTaskRows records rows, in the place of earlier records of them, and counts those that have
	// ended: no row is recorded again after that. Where the task does not run, recorded is false.
	SaveTaskRows(ctx context.Context, task string, rows []Row) (recorded bool, err error)
	// NameTaskRows gives rows other names, by their numbers.
	NameTaskRows(ctx context.Context, task string, names map[int]string) error
	// ListTaskRows gives rows of a task by their numbers.
	ListTaskRows(ctx context.Context, task string, q RowQuery) ([]Row, error)
	// DropRowResults removes results of a task's rows, some of them, and gives the keys of their
	// content; none when there is none left.
	DropRowResults(ctx context.Context, task string) (keys []string, err error)
}

// Query says which tasks a list has.
type Query struct {
	State State // empty for all
	// Of are the templates that the tasks were posted with; nil for any.
	Of    *Of
	After int64 // number of a task, there or not: those that are older; 0 begins
	Limit int
}

// Of names a template. Tasks that have not found theirs are told by what they were posted with.
type Of struct {
	ID, Name string
}

// Post is a task that comes in.
type Post struct {
	Task        Task
	Params      []byte           // a JSON object, sealed; nil for none
	Source      []byte           // what its rows are read from, sealed; nil for a task of one
	Queue       int              // how many tasks may be waiting or running already; 0 for any number
	Idempotency *idempotency.Key // nil for none
}
