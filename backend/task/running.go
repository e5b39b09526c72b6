package task

import (
	"context"
	"errors"
	"sync"
)

// errCancelled ends the work at a task that somebody has cancelled or removed.
var errCancelled = errors.New("the task was cancelled")

// errClosing ends the work at a task with many rows when the server is to end.
var errClosing = errors.New("the server ends")

// running are the tasks that are at work, so that one ends at once that is cancelled.
type running struct {
	mu     sync.Mutex
	cancel map[string]context.CancelCauseFunc
}

// begin gives a context that ends with the task. It must be ended.
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

// stop ends the work at a task, where there is some.
func (r *running) stop(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if cancel := r.cancel[id]; cancel != nil {
		cancel(errCancelled)
	}
}

// sessions are the callers' sessions on platforms, by tasks. They are nowhere else, and end with
// the task or the process.
type sessions struct {
	mu  sync.Mutex
	ids map[string]string
}

func (s *sessions) keep(task, id string) {
	if id == "" {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ids == nil {
		s.ids = make(map[string]string)
	}
	s.ids[task] = id
}

func (s *sessions) find(task string) (id string, found bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id, found = s.ids[task]
	return id, found
}

func (s *sessions) drop(task string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.ids, task)
}
