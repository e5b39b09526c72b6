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

// The queues of tasks. Those with rows have their own, so that they do not hold up the others.
const (
	Queue     = "task"
	RowsQueue = "task-rows"
)

// putOff is how long a job waits when the database does not answer, or the store.
const putOff = 10 * time.Second

// maxAttempts is how often a task is begun where the server is at fault. What the end of the
// server has interrupted does not count.
const maxAttempts = 2

// Job runs a task.
type Job struct {
	ID      string `json:"id"`
	Request string `json:"request,omitempty"` // id of the request that led to it, for the log
}

// Kind names the job in the queue.
func (Job) Kind() string { return "task.run" }

// NextJob gives the job that runs a task, and its options.
func NextJob(ctx context.Context, t *Task) (river.JobArgs, *river.InsertOpts) {
	queue := Queue
	if t.Rows != nil {
		queue = RowsQueue
	}
	return Job{ID: t.ID, Request: observe.RequestID(ctx)}, &river.InsertOpts{Queue: queue, MaxAttempts: maxAttempts}
}

// Register adds the tasks' worker.
func (s *Service) Register(workers *river.Workers) {
	river.AddWorker(workers, river.WorkFunc(func(ctx context.Context, job *river.Job[Job]) error {
		return s.work(ctx, job.Args.ID, job.JobRow)
	}))
}

// work brings a task to its end. An error that is the server's own (a full disk, say) has it tried
// again, and the task fails with the last try. What was interrupted by the server's end goes on
// after its next start.
func (s *Service) work(ctx context.Context, id string, job *rivertype.JobRow) error {
	ctx, end := s.running.begin(ctx, id)
	defer end()
	t, err := s.Store.FindTask(ctx, id)
	switch {
	case fault.Is(err, fault.NotFound):
		return nil
	case err != nil:
		// No attempt is used up: when they all are, there must be a task to fail.
		s.Log.ErrorContext(ctx, "job put off", "task", id, slog.Any("error", err))
		return river.JobSnooze(putOff)
	case t.State.Ended(): // it was cancelled, or done before a crash
		return s.tidy(ctx, id)
	}
	err = s.run(ctx, &t)
	switch {
	case err == nil:
		return nil
	case errors.Is(context.Cause(ctx), errCancelled), errors.Is(err, errCancelled):
		return s.tidy(ctx, id)
	case ctx.Err() != nil, errors.Is(err, errClosing):
		return river.JobSnooze(0)
	case fault.Is(err, fault.Busy):
		return river.JobSnooze(putOff) // the library takes nothing in at the moment
	case fault.Is(err, fault.Unavailable):
		s.Log.DebugContext(ctx, "job put off", "task", id, slog.Any("error", fault.Behind(err)))
		return river.JobSnooze(putOff)
	}
	failed, told := asFailure(err)
	if !told && job.Attempt < maxAttempts {
		s.Log.WarnContext(ctx, "task failed, trying again", "task", id, slog.Any("error", err))
		return err
	}
	if !told {
		s.Log.ErrorContext(ctx, "task given up", "task", id, slog.Any("error", err))
	}
	if s.fail(context.WithoutCancel(ctx), id, failed) != nil {
		return river.JobSnooze(putOff) // it cannot even be written down
	}
	return nil
}

// tidy removes what a task that was cancelled has made of its rows: there may be so much of it that
// who cancels does not wait for it.
func (s *Service) tidy(ctx context.Context, id string) error {
	ctx = context.WithoutCancel(ctx)
	t, err := s.Store.FindTask(ctx, id)
	if err == nil && t.Rows != nil && t.State == Cancelled {
		err = s.dropDocuments(ctx, id)
	}
	if err == nil || fault.Is(err, fault.NotFound) {
		return nil
	}
	s.Log.ErrorContext(ctx, "documents of a cancelled task are left", "task", id, slog.Any("error", err))
	return river.JobSnooze(putOff)
}
