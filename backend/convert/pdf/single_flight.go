package pdf

import (
	"context"
	"fmt"
	"sync"

	"lectern/converters/wire"
)

// singleFlight contains the running requests, so that an identical request gets the same answer instead of being sent
// again. It is safe for concurrent use.
type singleFlight struct {
	mu      sync.Mutex
	flights map[string]*flight
}

func newSingleFlight() *singleFlight { return &singleFlight{flights: map[string]*flight{}} }

// flight is a running request with the callers that wait for its answer. It ends with the answer, or when the last
// caller has left.
type flight struct {
	key     string
	cancel  context.CancelCauseFunc
	stop    func() bool // stops watching whether the first caller leaves
	callers int         // guarded by singleFlight.mu
	done    chan struct{}

	// Set before done is closed.
	answer wire.PDFResult
	err    error
}

// join adds the caller to the flight of an identical request. The first caller starts a flight and also gets a context.
// It must send the request with this context and then call finish. The context ends when all callers have left; the
// first caller leaves when ctx ends. A source with a clock always gets a flight of its own, because the turn of another
// caller would not run its clock.
func (s *singleFlight) join(ctx context.Context, src Source, request wire.PDFRequest) (f *flight, sendCtx context.Context) {
	key := fmt.Sprintf("%s %d %d %g %s", request.Op, request.Page, request.Count, request.Scale, src.Key)
	s.mu.Lock()
	defer s.mu.Unlock()
	if joined := s.flights[key]; joined != nil && src.Clock == nil {
		joined.callers++
		return joined, nil
	}
	sendCtx, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	f = &flight{key: key, cancel: cancel, callers: 1, done: make(chan struct{})}
	f.stop = context.AfterFunc(ctx, func() { s.leave(f, context.Cause(ctx)) })
	s.flights[key] = f
	return f, sendCtx
}

// wait waits for the answer to a request that another caller has sent. It leaves the flight when ctx ends.
func (s *singleFlight) wait(ctx context.Context, f *flight) (wire.PDFResult, error) {
	select {
	case <-f.done:
		return f.answer, f.err
	case <-ctx.Done():
		s.leave(f, context.Cause(ctx))
		return wire.PDFResult{}, context.Cause(ctx)
	}
}

// leave removes a caller that no longer waits. If it was the last caller, the request is cancelled with the given
// cause, and a later caller starts a new flight.
func (s *singleFlight) leave(f *flight, cause error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f.callers--; f.callers > 0 {
		return
	}
	f.cancel(cause)
	s.remove(f)
}

// finish passes the answer to all callers that wait.
func (s *singleFlight) finish(f *flight, answer wire.PDFResult, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remove(f)
	f.stop()
	f.answer, f.err = answer, err
	f.cancel(nil)
	close(f.done)
}

// remove makes the next identical request start a new flight; the caller holds mu.
func (s *singleFlight) remove(f *flight) {
	if s.flights[f.key] == f {
		delete(s.flights, f.key)
	}
}
