package backend

import (
	"context"
	"log/slog"
	"time"
)

// How often a node looks for content that leaves, and sweeps.
const (
	contentUpkeep = time.Minute
	sweepUpkeep   = 6 * time.Hour
)

// tidyContent removes shared content that nothing needs, until ctx ends. One node does so at a time.
func (s *Server) tidyContent(ctx context.Context) {
	if s.config.Blobs == "" {
		return
	}
	tick := time.NewTicker(min(contentUpkeep, s.config.ContentGrace))
	defer tick.Stop()
	for done := (contentTidied{}); ; { // the node before this one may have died
		s.tidyContentOnce(ctx, &done)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// contentTidied is what is remembered of the removal of content until the next.
type contentTidied struct {
	swept   time.Time
	refused bool // whether the store of content was another's
}

// tidyContentOnce removes nothing where another database has taken the store over while this server ran, and says
// so once.
func (s *Server) tidyContentOnce(ctx context.Context, done *contentTidied) {
	err, told := checkClaim(ctx, s.db, s.bucket), done.refused
	done.refused = isForeign(err)
	switch {
	case !done.refused:
		s.warn(ctx, "content that nobody needs is left", err)
	case !told:
		s.log.ErrorContext(ctx, "nothing is removed from the store of content any more, which is another's now: stop this server", slog.Any("error", err))
	}
	if err != nil {
		return
	}
	if time.Since(done.swept) > sweepUpkeep {
		s.warn(ctx, "shared content is not swept", s.docs.SweepShared(ctx, s.config.ContentGrace))
		done.swept = time.Now()
	}
	s.warn(ctx, "content that nobody needs is left", s.docs.RemoveLeft(ctx, s.config.ContentGrace))
}

// dropCopies removes the copies of content that other nodes have removed, until ctx ends.
func (s *Server) dropCopies(ctx context.Context) {
	if s.config.Blobs == "" {
		return
	}
	tick := time.NewTicker(contentUpkeep)
	defer tick.Stop()
	for since := (time.Time{}); ; {
		begin := time.Now()
		err := s.docs.DropRemoved(ctx, since)
		s.warn(ctx, "copies of removed content are left", err)
		if err == nil {
			since = begin.Add(-contentUpkeep) // clocks differ
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
