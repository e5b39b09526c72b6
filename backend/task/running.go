package task

import (
	"context"
	"errors"
	"sync"
)

// errCancelled is returned if the task was cancelled or removed.
var errCancelled = errors.New("the task was cancelled")

// errClosing is returned if a shutdown interrupts a task with rows.
var errClosing = errors.New("the server is shutting down")

// running contains the cancel functions of the running tasks.
type running struct {
	mu     sync.Mutex
	cancel map[string]context.CancelCauseFunc
}

// begin returns a context for a task, and a function that the caller must call when the task is no longer running.
func (r *running) begin(ctx context.Context, id string) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.cancel == nil {
		r.cancel = make(map[string]context.CancelCauseFunc)
	}
	r.cancel[id] = cancel
	return ctx, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.cancel, id)
		cancel(nil)
	}
}

// stop cancels the context of a task if the task is running.
func (r *running) stop(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if cancel := r.cancel[id]; cancel != nil {
		cancel(errCancelled)
	}
}
