package task

import (
	"context"
	"errors"
	"log/slog"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"lectern/backend/internal/fault"
	"lectern/backend/internal/observe"
	"lectern/backend/internal/retry"
)

// The queues of tasks. Tasks with rows have a separate queue, so that they do not delay other tasks.
const (
	Queue     = "task"
	RowsQueue = "task-rows"
)

// maxAttempts is the maximum number of attempts if errors of the server make a task fail. Interruptions by a shutdown
// do not count as attempts.
const maxAttempts = 2

// Job runs a task.
type Job struct {
	ID      string `json:"id"`
	Request string `json:"request,omitempty"` // id of the HTTP request that posted the task, for the log
}

// Kind returns the name of this type of job in the queue.
func (Job) Kind() string { return "task.run" }

// NewJob returns the job that runs a task, and the options for inserting the job.
func NewJob(ctx context.Context, t *Task) (river.JobArgs, *river.InsertOpts) {
	queue := Queue
	if t.Rows != nil {
		queue = RowsQueue
	}
	return Job{ID: t.ID, Request: observe.RequestID(ctx)}, &river.InsertOpts{Queue: queue, MaxAttempts: maxAttempts}
}

// Register adds the worker that runs tasks.
func (s *Service) Register(workers *river.Workers) {
	river.AddWorker(workers, river.WorkFunc(func(ctx context.Context, job *river.Job[Job]) error {
		return s.runJob(ctx, job.Args.ID, job.JobRow)
	}))
}

// runJob runs a task. If an error of the server occurs, such as a full disk, the task is retried; after the last
// attempt, it fails. A task that a shutdown interrupts continues after the next start.
func (s *Service) runJob(ctx context.Context, id string, job *rivertype.JobRow) error {
	ctx, end := s.running.begin(ctx, id)
	defer end()
	t, err := s.store.FindTask(ctx, id)
	switch {
	case fault.Is(err, fault.NotFound):
		return nil
	case err != nil:
		// Snoozing does not count as an attempt. A failed attempt could be the last one, and its failure could not be
		// recorded while the database cannot be read.
		s.log.ErrorContext(ctx, "a task runs later because the database could not be read", "task", id, slog.Any("error", err))
		return river.JobSnooze(retry.JobDelay)
	case t.State.Ended(): // the task was cancelled, or completed before the server crashed
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
		return river.JobSnooze(retry.JobDelay) // the library currently does not accept documents
	case fault.Is(err, fault.Unavailable):
		s.log.DebugContext(ctx, "a task runs later because the database or the storage cannot be reached",
			"task", id, slog.Any("error", fault.Cause(err)))
		return river.JobSnooze(retry.JobDelay)
	}
	failed, known := asFailure(err)
	if !known && job.Attempt < maxAttempts {
		s.log.WarnContext(ctx, "a task failed: trying again", "task", id, slog.Any("error", err))
		return err
	}
	if !known {
		s.log.ErrorContext(ctx, "a task failed too often: it is not tried again", "task", id, slog.Any("error", err))
	}
	if s.fail(context.WithoutCancel(ctx), id, failed) != nil {
		return river.JobSnooze(retry.JobDelay) // recording the failure has failed, too
	}
	return nil
}

// removeLeftovers removes the documents that the rows of a cancelled task have left. This is done in a job, because the
// request that cancels a task should not wait for it.
func (s *Service) removeLeftovers(ctx context.Context, id string) error {
	ctx = context.WithoutCancel(ctx)
	t, err := s.store.FindTask(ctx, id)
	if err == nil && t.Rows != nil && t.State == Cancelled {
		err = s.dropDocuments(ctx, id)
	}
	if err == nil || fault.Is(err, fault.NotFound) {
		return nil
	}
	s.log.ErrorContext(ctx, "documents of a cancelled task were not deleted", "task", id, slog.Any("error", err))
	return river.JobSnooze(retry.JobDelay)
}
