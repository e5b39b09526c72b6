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
		n := r.cluster.nodes[turn%len(r.cluster.nodes)]
		n.kill()
		r.mu.Lock()
		r.kills++
		r.mu.Unlock()
	}
}

// breakEngines causes a disturbance after each of the first three quarters of the documents: it restarts PostgreSQL,
// makes the content store unreachable, and restarts PostgreSQL abruptly.
func (r *run) breakEngines(ctx context.Context) error {
	for _, part := range []struct {
		quarters int
		do       func(context.Context) error
	}{
		{1, func(ctx context.Context) error { return r.restartPostgres(ctx, false) }},
		{2, r.interruptStore},
		{3, func(ctx context.Context) error { return r.restartPostgres(ctx, true) }},
	} {
		for r.stream.countEnded() < part.quarters*r.documents/4 {
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

// downtime is how long PostgreSQL is stopped during a restart.
const downtime = 2 * time.Second

func (r *run) restartPostgres(ctx context.Context, immediate bool) error {
	how := "ends its connections, and is started again"
	if immediate {
		how = "is ended as by a loss of power, and started again"
	}
	r.printStep("%d documents have ended: PostgreSQL %s", r.stream.countEnded(), how)
	if err := r.cluster.postgres.Stop(immediate); err != nil {
		return err
	}
	retry.Sleep(ctx, downtime)
	return r.cluster.postgres.Start(context.WithoutCancel(ctx))
}

func (r *run) interruptStore(ctx context.Context) error {
	r.printStep("%d documents have ended: S3 goes away for %s", r.stream.countEnded(), r.outage)
	if err := r.cluster.s3.Stop(); err != nil {
		return err
	}
	retry.Sleep(ctx, r.outage)
	if err := r.cluster.s3.Start(context.WithoutCancel(ctx)); err != nil {
		return err
	}
	r.printStep("S3 is back; %d documents have ended", r.stream.countEnded())
	return nil
}
