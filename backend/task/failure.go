package task

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"syscall"

	"lectern/backend/convert"
	"lectern/backend/internal/fault"
	"lectern/backend/sentence"
)

var (
	saidQueued    = sentence.New("task-queued", "The task was taken in.")
	saidCancelled = sentence.New("task-cancelled", "The task was cancelled.")
)

// Failure is why a task fails.
type Failure struct{ Problems []Problem }

// Error gives the first reason.
func (f *Failure) Error() string { return f.Problems[0].Said.String() }

// failure makes one of a single reason.
func failure(code string, said sentence.Sentence) *Failure {
	return &Failure{Problems: []Problem{{Code: code, Said: said.Keep()}}}
}

// worded is an error that is worded for people.
type worded interface {
	error
	Sentence() sentence.Sentence
}

// coded is an error that has a name for programs.
type coded interface {
	error
	Code() string
}

// asFailure gives what a task fails with because of err. told is false where that is the server's
// own fault.
func asFailure(err error) (f *Failure, told bool) {
	if f, ok := errors.AsType[*Failure](err); ok {
		return f, true
	}
	if errors.Is(err, syscall.ENOSPC) {
		return failure("no-space", fault.FullDisk(err).Sentence()), true
	}
	if e, ok := errors.AsType[*convert.Error](err); ok {
		return failure(string(e.Reason), e.Sentence()), true
	}
	if e, ok := errors.AsType[worded](err); ok {
		code := "not-done"
		if c, ok := errors.AsType[coded](err); ok {
			code = c.Code()
		}
		return failure(code, e.Sentence()), true
	}
	return failure("server-fault", sentence.New("task-server-fault",
		"The task could not be done because of a fault of the server. Its log says more.")), false
}

// engineFailure says why the engine could not do its work.
func engineFailure(e *convert.Error) error {
	switch e.Reason {
	case convert.ReasonTimeout:
		return failure("timeout", sentence.New("template-timeout", "To fill the template took too long: it was stopped after {limit}.").
			With("limit", sentence.Duration(e.Limit)))
	case convert.ReasonMemory:
		return failure("too-much-memory", sentence.New("template-too-much-memory", "To fill the template takes too much memory."))
	case convert.ReasonCrashed:
		return failure("converter-crashed", sentence.New("template-crashed", "The template made the process stop that fills it."))
	}
	return e
}

// unlessFound words that there is no template as a task wants.
func unlessFound(err error, t *Task) error {
	switch {
	case !fault.Is(err, fault.NotFound):
		return err
	case t.Version != 0:
		return failure("template-not-found", sentence.New("template-version-not-found",
			"There is no version {version} of a template “{identifier}”.").
			With("version", strconv.Itoa(t.Version)).With("identifier", t.Identifier))
	}
	return failure("template-not-found", sentence.New("template-not-found", "There is no template “{identifier}”.").
		With("identifier", t.Identifier))
}

// fail ends a task, unless it has ended.
func (s *Service) fail(ctx context.Context, id string, f *Failure) error {
	s.Log.InfoContext(ctx, "task failed", "task", id, slog.String("code", f.Problems[0].Code), slog.Int("problems", len(f.Problems)))
	_, err := s.update(ctx, id, func(t *Task) error {
		if !t.State.Ended() {
			t.fail(f.Problems)
		}
		return nil
	})
	if err == nil || fault.Is(err, fault.NotFound) {
		s.sessions.drop(id)
		return nil
	}
	return err
}
