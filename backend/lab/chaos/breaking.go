package main

import (
	"context"
	"time"

	"lectern/backend/internal/retry"
)

// killNodes kills one node after the other, with pauses, until ctx ends.
func (r *run) killNodes(ctx context.Context) {
	for turn := 0; ; turn++ {
		retry.Sleep(ctx, r.killEvery)
		if ctx.Err() != nil {
			return
		}
		n := r.fleet.nodes[turn%len(r.fleet.nodes)]
		n.kill()
		r.mu.Lock()
		r.kills++
		r.mu.Unlock()
	}
}

// breakEngines restarts PostgreSQL and makes the content store unreachable. Each of these two disturbances begins when
// a certain fraction of the documents has been processed.
func (r *run) breakEngines(ctx context.Context) error {
	for _, part := range []struct {
		quarters int
		do       func(context.Context) error
	}{
		{1, func(ctx context.Context) error { return r.restartPostgres(ctx, false) }},
		{2, r.takeStore},
		{3, func(ctx context.Context) error { return r.restartPostgres(ctx, true) }},
	} {
		for r.stream.ended() < part.quarters*r.documents/4 {
			if retry.Sleep(ctx, pollPeriod); ctx.Err() != nil {
				return nil // the run has failed in the meantime
			}
		}
		if err := part.do(ctx); err != nil {
			return err
		}
	}
	return nil
}

// down is how long PostgreSQL is stopped during a restart.
const down = 2 * time.Second

func (r *run) restartPostgres(ctx context.Context, immediate bool) error {
	how := "ends its connections, and is started again"
	if immediate {
		how = "is ended as by a loss of power, and started again"
	}
	r.printStep("%d documents have ended: PostgreSQL %s", r.stream.ended(), how)
	if err := r.fleet.postgres.Stop(immediate); err != nil {
		return err
	}
	retry.Sleep(ctx, down)
	return r.fleet.postgres.Start(context.WithoutCancel(ctx))
}

func (r *run) takeStore(ctx context.Context) error {
	r.printStep("%d documents have ended: S3 goes away for %s", r.stream.ended(), r.away)
	if err := r.fleet.s3.Stop(); err != nil {
		return err
	}
	retry.Sleep(ctx, r.away)
	if err := r.fleet.s3.Start(context.WithoutCancel(ctx)); err != nil {
		return err
	}
	r.printStep("S3 is back; %d documents have ended", r.stream.ended())
	return nil
}
