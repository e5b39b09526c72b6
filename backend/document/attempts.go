package document

import (
	"context"
	"errors"
	"sync"
)

// attempts are the running attempts to process documents. They can be stopped when their document is deleted or
// replaced.
type attempts struct {
	mu      sync.Mutex
	running map[string]map[*attempt]bool // by the documents' ids
}

type attempt struct {
	number int64 // the value of [Document.Attempt] when the attempt began
	cancel context.CancelCauseFunc
}

// ErrAttemptVoid is the cause that ends an attempt when its document is deleted or replaced.
var ErrAttemptVoid = errors.New("the document was deleted, or has a new version")

// begin returns a context that ends when stop is called for the same document with the number of this attempt or a
// higher number. The caller must call the returned function when the attempt has ended.
func (a *attempts) begin(ctx context.Context, id string, number int64) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	own := &attempt{number, cancel}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.running == nil {
		a.running = make(map[string]map[*attempt]bool)
	}
	if a.running[id] == nil {
		a.running[id] = make(map[*attempt]bool)
	}
	a.running[id][own] = true
	return ctx, func() {
		a.remove(id, own)
		cancel(nil)
	}
}

func (a *attempts) remove(id string, ended *attempt) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if delete(a.running[id], ended); len(a.running[id]) == 0 {
		delete(a.running, id)
	}
}

// stop ends all attempts to process a document that have the given number or a smaller number. Attempts with a higher
// number, which may already be running, continue.
func (a *attempts) stop(id string, number int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for running := range a.running[id] {
		if running.number <= number {
			running.cancel(ErrAttemptVoid)
		}
	}
}

// BeginAttempt returns a context that ends, with the cause [ErrAttemptVoid], when the document is deleted or replaced.
// The job passes its [Document.Attempt] as number. The caller must call end.
func (s *Service) BeginAttempt(ctx context.Context, id string, number int64) (attempt context.Context, end func()) {
	return s.attempts.begin(ctx, id, number)
}
