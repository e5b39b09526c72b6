package backend

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"lectern/backend/internal/dial"
	"lectern/backend/internal/fault"
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
		s.warn(ctx, "content that nobody needs is left", away(err))
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

// away says of an error that the store could not be asked.
func away(err error) error {
	if err == nil {
		return nil
	}
	return fault.Away(err)
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

// How often a node looks whether the store of content is there, and, where it was not, whether it is back; and how long
// that may take to answer.
const (
	contentLook = 5 * time.Second
	returnLook  = 2 * time.Second
	answerTime  = 4 * time.Second
)

// restWithoutContent has this node begin no job while it does not reach the store of content, so that
// others do them, until ctx ends.
func (s *Server) restWithoutContent(ctx context.Context) {
	if s.config.Blobs == "" {
		return
	}
	look := time.NewTicker(contentLook)
	defer look.Stop()
	for {
		select {
		case <-s.content.Lost():
			s.db.Rest(true)
		case <-look.C: // one that hangs is nobody's loss yet
		case <-ctx.Done():
			return
		}
		s.awaitContent(ctx)
		s.db.Rest(false)
	}
}

// awaitContent waits until the store of content can be reached. That it cannot is told once, and that it is back. While
// it hangs, nobody else waits for it.
func (s *Server) awaitContent(ctx context.Context) {
	lost := time.Now()
	for told := false; ctx.Err() == nil; told = true {
		hangs, err := s.findContent(ctx)
		if told && hangs {
			s.toBucket.Cut() // once may be a moment at which much is sent
		}
		switch {
		case err == nil && told:
			s.log.InfoContext(ctx, "the store of the documents is back", slog.Duration("away", time.Since(lost).Round(time.Millisecond)))
			return
		case err == nil:
			return
		case !told && ctx.Err() == nil:
			s.db.Rest(true)
			s.log.WarnContext(ctx, "the store of the documents cannot be reached: requests that need it are answered with 503, and other servers do the jobs until it is back",
				slog.Any("cause", fault.Behind(err)))
		}
		pause(ctx, returnLook)
	}
}

// findContent says whether the store of content left unanswered whether it is there, and why it cannot be used.
func (s *Server) findContent(ctx context.Context) (hangs bool, err error) {
	looking, cancel := context.WithTimeout(dial.Probe(ctx), answerTime)
	defer cancel()
	if err = s.content.Reachable(looking); err == nil {
		s.toBucket.Mend()
	}
	return err != nil && errors.Is(looking.Err(), context.DeadlineExceeded), err
}
