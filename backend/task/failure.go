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
	queuedMessage    = sentence.New("task-queued", "The task was accepted.")
	cancelledMessage = sentence.New("task-cancelled", "The task was cancelled.")
)

// Failure is the error for a task that has failed. It contains the problems that are shown to the user.
type Failure struct{ Problems []Problem }

// Error returns the message of the first problem.
func (f *Failure) Error() string { return f.Problems[0].Message.String() }

// failure returns a Failure with one problem.
func failure(code string, message sentence.Sentence) *Failure {
	return &Failure{Problems: []Problem{{Code: code, Message: message.Encode()}}}
}

// codedError is an error with an error code for programs.
type codedError interface {
	error
	Code() string
}

// asFailure converts an error into the failure of a task. The result known is false if err is an unexpected error of
// the server.
func asFailure(err error) (f *Failure, known bool) {
	if f, ok := errors.AsType[*Failure](err); ok {
		return f, true
	}
	if errors.Is(err, syscall.ENOSPC) {
		return failure("no-space", fault.FullDisk(err).Sentence()), true
	}
	if e, ok := errors.AsType[*convert.Error](err); ok {
		return failure(string(e.Reason), e.Sentence()), true
	}
	if e, ok := errors.AsType[sentence.Error](err); ok {
		code := "not-done"
		if c, ok := errors.AsType[codedError](err); ok {
			code = c.Code()
		}
		return failure(code, e.Sentence()), true
	}
	return failure("server-fault", sentence.New("task-server-fault",
		"The task could not be completed because of an error of the server. The server's log has the details.")), false
}

// engineFailure converts an error of the template engine into a Failure.
func engineFailure(e *convert.Error) error {
	switch e.Reason {
	case convert.ReasonTimeout:
		return failure("timeout", sentence.New("template-timeout", "Filling the template took too long and was stopped after "+
			"{limit}.").
			With("limit", sentence.Duration(e.Limit)))
	case convert.ReasonMemory:
		return failure("too-much-memory", sentence.New("template-too-much-memory", "Filling the template needs too much memory."))
	case convert.ReasonCrashed:
		return failure("converter-crashed", sentence.New("template-crashed", "The template caused the process that fills it to "+
			"crash."))
	}
	return e
}

// templateNotFound returns an error that names the missing template if err is a fault of kind NotFound. Otherwise, it
// returns err.
func templateNotFound(err error, t *Task) error {
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

// fail records that a task has failed, unless the task has already ended.
func (s *Service) fail(ctx context.Context, id string, f *Failure) error {
	s.log.InfoContext(ctx, "a task failed", "task", id, slog.String("code", f.Problems[0].Code), slog.Int("problems", len(f.Problems)))
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
