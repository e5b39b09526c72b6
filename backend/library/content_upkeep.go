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

// removalInterval is the interval at which a node removes content that no record needs. sweepInterval is the interval
// at which it searches the whole bucket for such content.
const (
	removalInterval = time.Minute
	sweepInterval   = 6 * time.Hour
)

// TidyContent regularly removes shared content that no record needs, until ctx ends. Only one node of a library should
// run TidyContent at a time.
func (l *Library) TidyContent(ctx context.Context) {
	if l.config.Blobs == "" {
		return
	}
	tick := time.NewTicker(min(removalInterval, l.config.ContentGrace))
	defer tick.Stop()
	// The first run is at once, because the node that ran TidyContent before may have died before its next run.
	for done := (tidyState{}); ; {
		l.tidyContentOnce(ctx, &done)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// tidyState is the state of TidyContent between two runs.
type tidyState struct {
	swept   time.Time
	refused bool // in the last run, the content belonged to another library or database
}

// tidyContentOnce removes unneeded content once. If another database has taken over the content while this server runs,
// tidyContentOnce removes nothing. It then logs an error, but only the first time.
func (l *Library) tidyContentOnce(ctx context.Context, state *tidyState) {
	err, warned := marker.Check(ctx, l.DB, l.bucket), state.refused
	state.refused = marker.IsForeign(err)
	switch {
	case !state.refused:
		l.warn(ctx, "unused content was not removed", asUnavailable(err))
	case !warned:
		l.config.Log.ErrorContext(ctx, "the content store now belongs to another database, so nothing is removed from it: stop this "+
			"server",
			slog.Any("error", err))
	}
	if err != nil {
		return
	}
	if time.Since(state.swept) > sweepInterval {
		l.warn(ctx, "unused shared content was not removed", l.Cleaner.SweepShared(ctx, l.config.ContentGrace))
		state.swept = time.Now()
	}
	l.warn(ctx, "unused content was not removed", l.Cleaner.RemoveExpired(ctx, l.config.ContentGrace))
}

// asUnavailable returns the fault for a content store that cannot be reached, with err as its cause. If err is nil, it
// returns nil.
func asUnavailable(err error) error {
	if err == nil {
		return nil
	}
	return fault.StoreUnavailable(err)
}

// DropCopies regularly removes local copies of content that other nodes have removed from the bucket, until ctx ends.
func (l *Library) DropCopies(ctx context.Context) {
	if l.config.Blobs == "" {
		return
	}
	tick := time.NewTicker(removalInterval)
	defer tick.Stop()
	for since := (time.Time{}); ; {
		begin := time.Now()
		err := l.Cleaner.EvictRemoved(ctx, since)
		l.warn(ctx, "copies of removed content were not removed", err)
		if err == nil {
			since = begin.Add(-removalInterval) // with a margin for differences between the nodes' clocks
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Intervals and a time limit. A node checks whether it can reach the shared content: every outagePoll during an outage,
// and every contentPoll at other times. answerTime is the time limit of one check.
const (
	contentPoll = 5 * time.Second
	outagePoll  = 2 * time.Second
	answerTime  = 4 * time.Second
)

// PauseJobsWithoutContent stops this node from starting jobs while the node cannot reach the shared content, so that
// other nodes run the jobs. It returns when ctx ends.
func (l *Library) PauseJobsWithoutContent(ctx context.Context) {
	if l.config.Blobs == "" {
		return
	}
	ticker := time.NewTicker(contentPoll)
	defer ticker.Stop()
	for {
		select {
		case <-l.Content.Outages():
			l.DB.PauseJobs(true)
		case <-ticker.C: // needed because requests to a bucket that hangs do not fail for a while
		case <-ctx.Done():
			return
		}
		l.awaitContent(ctx)
		l.DB.PauseJobs(false)
	}
}

// awaitContent waits until the shared content can be reached. It logs the beginning and the end of the outage. If the
// bucket accepts connections but does not respond, awaitContent makes all other requests to the bucket fail at once
// until the bucket responds.
func (l *Library) awaitContent(ctx context.Context) {
	lost := time.Now()
	for warned := false; ctx.Err() == nil; warned = true {
		hangs, err := l.probeContent(ctx)
		if warned && hangs {
			l.line.Cut() // only after the second failure, because the first may be due to high load
		}
		switch {
		case err == nil && warned:
			l.config.Log.InfoContext(ctx, "the storage of the documents is available again",
				slog.Duration("away", time.Since(lost).Round(time.Millisecond)))
			return
		case err == nil:
			return
		case !warned && ctx.Err() == nil:
			l.DB.PauseJobs(true)
			l.config.Log.WarnContext(ctx, "the storage of the documents cannot be reached: requests that need it are answered with 503, "+
				"and other servers process the jobs until it is available again",
				slog.Any("cause", fault.Cause(err)))
		}
		retry.Sleep(ctx, outagePoll)
	}
}

// probeContent returns the error of a request to the shared content. The result timedOut is true if there was no
// response.
func (l *Library) probeContent(ctx context.Context) (timedOut bool, err error) {
	looking, cancel := context.WithTimeout(dial.Probe(ctx), answerTime)
	defer cancel()
	if err = l.Content.CheckReachable(looking); err == nil {
		l.line.Restore()
	}
	return err != nil && errors.Is(looking.Err(), context.DeadlineExceeded), err
}
