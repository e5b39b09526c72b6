package library

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"lectern/backend/internal/dial"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/retry"
	"lectern/backend/library/marker"
)

// Interval in which a node removes content that no record needs, and interval in which it searches the whole bucket for
// such content.
const (
	contentUpkeep = time.Minute
	sweepUpkeep   = 6 * time.Hour
)

// TidyContent regularly removes shared content that no record needs, until ctx ends. Only one node should run it at a
// time.
func (l *Library) TidyContent(ctx context.Context) {
	if l.config.Blobs == "" {
		return
	}
	tick := time.NewTicker(min(contentUpkeep, l.config.ContentGrace))
	defer tick.Stop()
	for done := (contentTidied{}); ; { // the first time at once, because the previous node with this task may have died
		l.tidyContentOnce(ctx, &done)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// contentTidied is the state of TidyContent between two runs.
type contentTidied struct {
	swept   time.Time
	refused bool // the content belonged to another library or database in the last run
}

// tidyContentOnce removes content once. If another database has taken the content over while this server ran, it
// removes nothing and logs an error the first time.
func (l *Library) tidyContentOnce(ctx context.Context, done *contentTidied) {
	err, warned := marker.Check(ctx, l.DB, l.bucket), done.refused
	done.refused = marker.IsForeign(err)
	switch {
	case !done.refused:
		l.warn(ctx, "unused content was not removed", asUnavailable(err))
	case !warned:
		l.config.Log.ErrorContext(ctx, "the content store now belongs to another database, so nothing is removed from it: stop this "+
			"server",
			slog.Any("error", err))
	}
	if err != nil {
		return
	}
	if time.Since(done.swept) > sweepUpkeep {
		l.warn(ctx, "unused shared content was not removed", l.Cleaner.SweepShared(ctx, l.config.ContentGrace))
		done.swept = time.Now()
	}
	l.warn(ctx, "unused content was not removed", l.Cleaner.RemoveExpired(ctx, l.config.ContentGrace))
}

// asUnavailable returns err as the fault of an engine that cannot be reached, or nil.
func asUnavailable(err error) error {
	if err == nil {
		return nil
	}
	return fault.StoreUnavailable(err)
}

// DropCopies regularly removes the copies of content that other nodes have removed, until ctx ends.
func (l *Library) DropCopies(ctx context.Context) {
	if l.config.Blobs == "" {
		return
	}
	tick := time.NewTicker(contentUpkeep)
	defer tick.Stop()
	for since := (time.Time{}); ; {
		begin := time.Now()
		err := l.Cleaner.EvictRemoved(ctx, since)
		l.warn(ctx, "copies of removed content were not removed", err)
		if err == nil {
			since = begin.Add(-contentUpkeep) // allows for differences between clocks
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Interval in which a node checks whether the shared content can be reached, the shorter interval while it cannot, and
// the maximum time of a check.
const (
	contentPoll = 5 * time.Second
	outagePoll  = 2 * time.Second
	answerTime  = 4 * time.Second
)

// PauseJobsWithoutContent stops this node from starting jobs while it cannot reach the shared content, so that other
// nodes run them. It returns when ctx ends.
func (l *Library) PauseJobsWithoutContent(ctx context.Context) {
	if l.config.Blobs == "" {
		return
	}
	ticker := time.NewTicker(contentPoll)
	defer ticker.Stop()
	for {
		select {
		case <-l.Content.Outages():
			l.DB.Rest(true)
		case <-ticker.C: // if the bucket hangs, no request has failed yet
		case <-ctx.Done():
			return
		}
		l.awaitContent(ctx)
		l.DB.Rest(false)
	}
}

// awaitContent waits until the shared content can be reached, and logs the outage and its end once each. While the
// bucket hangs, other requests to it fail at once.
func (l *Library) awaitContent(ctx context.Context) {
	lost := time.Now()
	for warned := false; ctx.Err() == nil; warned = true {
		hangs, err := l.probeContent(ctx)
		if warned && hangs {
			l.line.Cut() // only the second time, because the first one may be due to high load
		}
		switch {
		case err == nil && warned:
			l.config.Log.InfoContext(ctx, "the storage of the documents is available again",
				slog.Duration("away", time.Since(lost).Round(time.Millisecond)))
			return
		case err == nil:
			return
		case !warned && ctx.Err() == nil:
			l.DB.Rest(true)
			l.config.Log.WarnContext(ctx, "the storage of the documents cannot be reached: requests that need it are answered with 503, "+
				"and other servers process the jobs until it is available again",
				slog.Any("cause", fault.Cause(err)))
		}
		retry.Sleep(ctx, outagePoll)
	}
}

// probeContent returns the error of using the shared content, and whether the bucket did not respond.
func (l *Library) probeContent(ctx context.Context) (hangs bool, err error) {
	looking, cancel := context.WithTimeout(dial.Probe(ctx), answerTime)
	defer cancel()
	if err = l.Content.Reachable(looking); err == nil {
		l.line.Restore()
	}
	return err != nil && errors.Is(looking.Err(), context.DeadlineExceeded), err
}
