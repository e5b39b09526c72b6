package task

import (
	"context"
	"time"

	"lectern/backend/internal/idempotency"
)

// Store stores tasks. A change of a task, its event and its job are stored in one transaction.
type Store interface {
	// CreateTask stores a task together with its job, and returns the task. For a repeated request, it returns the task
	// of the first request. It returns a fault of kind Invalid if the idempotency key was used for a different request,
	// and of kind Busy if the queue is full.
	CreateTask(ctx context.Context, p Post) (Task, error)
	// FindTask returns a task, or a fault of kind NotFound.
	FindTask(ctx context.Context, id string) (Task, error)
	// MeasureTaskParams returns the size of the encrypted parameters of a task, in bytes. It returns 0 if the task has
	// ended or has no parameters.
	MeasureTaskParams(ctx context.Context, id string) (int64, error)
	// FindTaskParams returns the encrypted parameters of a task. It returns nil if the task has ended or has no
	// parameters.
	FindTaskParams(ctx context.Context, id string) ([]byte, error)
	// ListTasks returns tasks, newest first.
	ListTasks(ctx context.Context, q Query) ([]Task, error)
	// UpdateTask changes a task. If change returns an error, nothing is stored, and that error is returned unchanged.
	UpdateTask(ctx context.Context, id string, change func(*Task) error) (Task, error)
	// DeleteTask removes a task, and returns it as it was. It returns a fault of kind NotFound if the task does not
	// exist.
	DeleteTask(ctx context.Context, id string) (Task, error)
	// ListOldTasks returns the ids of tasks that ended before the given time. If there are many such tasks, it returns
	// only some of them.
	ListOldTasks(ctx context.Context, before time.Time) ([]string, error)
	// CheckTasks returns a fault of kind Busy if at least limit tasks have not ended. A limit of 0 means no limit.
	CheckTasks(ctx context.Context, limit int) error
	// FindTaskResult returns a result of a task or of one of its rows, or a fault of kind NotFound.
	FindTaskResult(ctx context.Context, task, result string) (Result, error)
	RowStore
}

// RowStore stores the rows of tasks.
type RowStore interface {
	// FindTaskSource returns the encrypted rows that were posted with a task. It returns a fault of kind NotFound if
	// the task has ended or has no rows.
	FindTaskSource(ctx context.Context, task string) ([]byte, error)
	// SaveTaskRows records rows and updates the counts of ended rows. The given rows must not include rows that are
	// already recorded as ended; earlier records of other rows are replaced. The result recorded is false if the task
	// is not running.
	SaveTaskRows(ctx context.Context, task string, rows []Row) (recorded bool, err error)
	// RenameTaskRows changes the names of rows, given by their numbers.
	RenameTaskRows(ctx context.Context, task string, names map[int]string) error
	// ListTaskRows returns rows of a task sorted by number.
	ListTaskRows(ctx context.Context, task string, q RowQuery) ([]Row, error)
	// DropRowResults removes a batch of results of a task's rows, and returns the keys of their content. It returns no
	// keys if there are no more results.
	DropRowResults(ctx context.Context, task string) (keys []string, err error)
}

// Query selects tasks for a list.
type Query struct {
	State State // empty for all states
	// Template selects the tasks of a template; nil means all templates.
	Template *TemplateFilter
	After    int64 // only tasks with a lower number, which need not exist; 0 for all
	Limit    int
}

// TemplateFilter selects tasks by the id or the name of their template. A task whose template was not found yet has
// only the name that it was posted with.
type TemplateFilter struct {
	ID, Name string
}

// Post is a new task to be stored.
type Post struct {
	Task        Task
	Params      []byte           // an encrypted JSON object; nil for none
	Source      []byte           // the encrypted rows; nil for a task without rows
	Queue       int              // the maximal number of unfinished tasks; 0 for no limit
	Idempotency *idempotency.Key // nil for none
}
