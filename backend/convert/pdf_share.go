package convert

import (
	"context"
	"fmt"
	"sync"

	"lectern/converters/wire"
)

// pdfShares are the requests under way, so that one that is made again meanwhile
// is answered with it.
type pdfShares struct {
	mu    sync.Mutex
	under map[string]*pdfShare
}

// pdfShare is a request that some callers wait for. It goes on until it is answered
// or the last of them has gone away.
type pdfShare struct {
	key    string
	cancel context.CancelCauseFunc
	users  int // guarded by pdfShares.mu
	done   chan struct{}

	// Set before done is closed.
	reply pdfReply
	err   error
}

// join makes the caller one of those who wait for the request. The first one is told
// to begin it, with a context that none of them ends alone; and so is one with a clock,
// which another's turn would not run.
func (s *pdfShares) join(ctx context.Context, src Source, request wire.PDFRequest) (share *pdfShare, begin context.Context) {
	key := fmt.Sprintf("%s %d %d %g %s", request.Op, request.Page, request.Count, request.Scale, src.Key)
	s.mu.Lock()
	defer s.mu.Unlock()
	if share := s.under[key]; share != nil && src.Clock == nil {
		share.users++
		return share, nil
	}
	begin, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	share = &pdfShare{key: key, cancel: cancel, users: 1, done: make(chan struct{})}
	s.under[key] = share
	return share, begin
}

// wait waits for the answer to a request that another makes.
func (s *pdfShares) wait(ctx context.Context, share *pdfShare) (pdfReply, error) {
	select {
	case <-share.done:
		return share.reply, share.err
	case <-ctx.Done():
		s.leave(share, context.Cause(ctx))
		return pdfReply{}, context.Cause(ctx)
	}
}

// leave is called by who no longer waits. The last one ends the request, for that
// reason, and whoever comes then begins another.
func (s *pdfShares) leave(share *pdfShare, cause error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if share.users--; share.users > 0 {
		return
	}
	share.cancel(cause)
	s.forget(share)
}

// finish hands the answer to all who wait.
func (s *pdfShares) finish(share *pdfShare, reply pdfReply, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forget(share)
	share.reply, share.err = reply, err
	share.cancel(nil)
	close(share.done)
}

// forget lets the next request be one of its own; mu is held.
func (s *pdfShares) forget(share *pdfShare) {
	if s.under[share.key] == share {
		delete(s.under, share.key)
	}
}
