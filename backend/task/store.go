package task

import (
	"context"
	"time"

	"lectern/backend/internal/idempotency"
)

// Store stores tasks. A change, its event and its job are one transaction.
type Store interface {
	// CreateTask stores a task with its job and returns it. If the request is a repetition, it returns the task of the
	// first one. The error is a fault of kind Invalid if the key was used for another request, and of kind Busy if the
	// queue is full.
	CreateTask(ctx context.Context, p Post) (Task, error)
	// FindTask returns a task, or a fault of kind NotFound.
	FindTask(ctx context.Context, id string) (Task, error)
	// SizeTaskParams returns the size of the sealed parameters of a task, in bytes; 0 if it has ended or has none.
	SizeTaskParams(ctx context.Context, id string) (int64, error)
	// FindTaskParams returns the sealed parameters of a task; nil if it has ended or has none.
	FindTaskParams(ctx context.Context, id string) ([]byte, error)
	// ListTasks returns tasks, newest first.
	ListTasks(ctx context.Context, q Query) ([]Task, error)
	// UpdateTask changes a task. If change returns an error, nothing is changed and the error is returned as it is.
	UpdateTask(ctx context.Context, id string, change func(*Task) error) (Task, error)
	// DeleteTask removes a task and returns it.
	DeleteTask(ctx context.Context, id string) (Task, error)
	// ListOldTasks returns the ids of some of the tasks that ended before a time.
	ListOldTasks(ctx context.Context, before time.Time) ([]string, error)
	// CheckTasks returns a fault of kind Busy if at least most tasks have not ended; 0 is no limit.
	CheckTasks(ctx context.Context, most int) error
	// FindTaskResult returns a result of a task or of one of its rows, or a fault of kind NotFound.
	FindTaskResult(ctx context.Context, task, result string) (Result, error)
	RowStore
}

// RowStore stores the rows of tasks.
type RowStore interface {
	// FindTaskSource returns the sealed source of a task's rows, or a fault of kind NotFound if the task has ended or
	// has none.
	FindTaskSource(ctx context.Context, task string) ([]byte, error)
	// SaveTaskRows records rows and counts those that have ended, which must not be recorded again. Earlier records of
	// the same rows are replaced. recorded is false if the task is not running.
	SaveTaskRows(ctx context.Context, task string, rows []Row) (recorded bool, err error)
	// NameTaskRows changes the names of rows, by their numbers.
	NameTaskRows(ctx context.Context, task string, names map[int]string) error
	// ListTaskRows returns rows of a task by their numbers.
	ListTaskRows(ctx context.Context, task string, q RowQuery) ([]Row, error)
	// DropRowResults removes some of the results of a task's rows, and returns the keys of their content. It returns
	// none when there are no more results.
	DropRowResults(ctx context.Context, task string) (keys []string, err error)
}

// Query selects the tasks of a list.
type Query struct {
	State State // empty for all states
	// Template selects the tasks of a template; nil for all.
	Template *TemplateFilter
	After    int64 // only tasks with a lower number; the task need not exist; 0 for all
	Limit    int
}

// TemplateFilter names a template. Tasks are found by either: one that has not found its template has only the name that it was
// posted with.
type TemplateFilter struct {
	ID, Name string
}

// Post is a new task to be stored.
type Post struct {
	Task        Task
	Params      []byte           // a sealed JSON object; nil for none
	Source      []byte           // the sealed source of its rows; nil for a task without rows
	Queue       int              // the largest number of unfinished tasks; 0 for no limit
	Idempotency *idempotency.Key // nil for none
}
