package pdf

import (
	"context"
	"fmt"
	"sync"

	"lectern/converters/wire"
)

// pdfShares are the requests under way, so that one that is made again meanwhile
// is answered with it.
type singleFlight struct {
	mu    sync.Mutex
	under map[string]*flight
}

// pdfShare is a request that some callers wait for. It goes on until it is answered
// or the last of them has gone away.
type flight struct {
	key    string
	cancel context.CancelCauseFunc
	users  int // guarded by pdfShares.mu
	done   chan struct{}

	// Set before done is closed.
	reply reply
	err   error
}

// join makes the caller one of those who wait for the request. The first one is told
// to begin it, with a context that none of them ends alone; and so is one with a clock,
// which another's turn would not run.
func (s *singleFlight) join(ctx context.Context, src Source, request wire.PDFRequest) (share *flight, begin context.Context) {
	key := fmt.Sprintf("%s %d %d %g %s", request.Op, request.Page, request.Count, request.Scale, src.Key)
	s.mu.Lock()
	defer s.mu.Unlock()
	if share := s.under[key]; share != nil && src.Clock == nil {
		share.users++
		return share, nil
	}
	begin, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	share = &flight{key: key, cancel: cancel, users: 1, done: make(chan struct{})}
	s.under[key] = share
	return share, begin
}

// wait waits for the answer to a request that another makes.
func (s *singleFlight) wait(ctx context.Context, share *flight) (reply, error) {
	select {
	case <-share.done:
		return share.reply, share.err
	case <-ctx.Done():
		s.leave(share, context.Cause(ctx))
		return reply{}, context.Cause(ctx)
	}
}

// leave is called by who no longer waits. The last one ends the request, for that
// reason, and whoever comes then begins another.
func (s *singleFlight) leave(share *flight, cause error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if share.users--; share.users > 0 {
		return
	}
	share.cancel(cause)
	s.forget(share)
}

// finish hands the answer to all who wait.
func (s *singleFlight) finish(share *flight, reply reply, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forget(share)
	share.reply, share.err = reply, err
	share.cancel(nil)
	close(share.done)
}

// forget lets the next request be one of its own; mu is held.
func (s *singleFlight) forget(share *flight) {
	if s.under[share.key] == share {
		delete(s.under, share.key)
	}
}
