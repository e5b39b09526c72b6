package task

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"lectern/backend/internal/fault"
	"lectern/backend/internal/observe"
)

// The queues of tasks. Tasks with rows have a queue of their own, so that they do not delay the others.
const (
	Queue     = "task"
	RowsQueue = "task-rows"
)

// postponement is how long a job waits when the database or the content store does not respond.
const postponement = 10 * time.Second

// maxAttempts is how often a task is attempted when the server causes the error. Interruptions by a shutdown do not
// count.
const maxAttempts = 2

// Job runs a task.
type Job struct {
	ID      string `json:"id"`
	Request string `json:"request,omitempty"` // id of the request that posted the task, for the log
}

// Kind names the job in the queue.
func (Job) Kind() string { return "task.run" }

// NextJob returns the job that runs a task, and its options.
func NextJob(ctx context.Context, t *Task) (river.JobArgs, *river.InsertOpts) {
	queue := Queue
	if t.Rows != nil {
		queue = RowsQueue
	}
	return Job{ID: t.ID, Request: observe.RequestID(ctx)}, &river.InsertOpts{Queue: queue, MaxAttempts: maxAttempts}
}

// Register adds the worker that runs tasks.
func (s *Service) Register(workers *river.Workers) {
	river.AddWorker(workers, river.WorkFunc(func(ctx context.Context, job *river.Job[Job]) error {
		return s.work(ctx, job.Args.ID, job.JobRow)
	}))
}

// work runs a task to its end. If the server causes an error, such as a full disk, the task is retried, and fails with
// the last attempt. A task that is interrupted by a shutdown continues after the next start.
func (s *Service) work(ctx context.Context, id string, job *rivertype.JobRow) error {
	ctx, end := s.running.begin(ctx, id)
	defer end()
	t, err := s.Store.FindTask(ctx, id)
	switch {
	case fault.Is(err, fault.NotFound):
		return nil
	case err != nil:
		// Postponing uses up no attempt: the last attempt must be able to record the failure.
		s.Log.ErrorContext(ctx, "job put off", "task", id, slog.Any("error", err))
		return river.JobSnooze(postponement)
	case t.State.Ended(): // it was cancelled, or completed before a crash
		return s.removeLeftovers(ctx, id)
	}
	err = s.run(ctx, &t)
	switch {
	case err == nil:
		return nil
	case errors.Is(context.Cause(ctx), errCancelled), errors.Is(err, errCancelled):
		return s.removeLeftovers(ctx, id)
	case ctx.Err() != nil, errors.Is(err, errClosing):
		return river.JobSnooze(0)
	case fault.Is(err, fault.Busy):
		return river.JobSnooze(postponement) // the library accepts no documents at the moment
	case fault.Is(err, fault.Unavailable):
		s.Log.DebugContext(ctx, "job put off", "task", id, slog.Any("error", fault.Behind(err)))
		return river.JobSnooze(postponement)
	}
	failed, known := asFailure(err)
	if !known && job.Attempt < maxAttempts {
		s.Log.WarnContext(ctx, "task failed, trying again", "task", id, slog.Any("error", err))
		return err
	}
	if !known {
		s.Log.ErrorContext(ctx, "task given up", "task", id, slog.Any("error", err))
	}
	if s.fail(context.WithoutCancel(ctx), id, failed) != nil {
		return river.JobSnooze(postponement) // the failure cannot be recorded either
	}
	return nil
}

// removeLeftovers removes the documents of a cancelled task's rows. A job does it because there may be too many for the
// request that cancels the task.
func (s *Service) removeLeftovers(ctx context.Context, id string) error {
	ctx = context.WithoutCancel(ctx)
	t, err := s.Store.FindTask(ctx, id)
	if err == nil && t.Rows != nil && t.State == Cancelled {
		err = s.dropDocuments(ctx, id)
	}
	if err == nil || fault.Is(err, fault.NotFound) {
		return nil
	}
	s.Log.ErrorContext(ctx, "documents of a cancelled task are left", "task", id, slog.Any("error", err))
	return river.JobSnooze(postponement)
}
