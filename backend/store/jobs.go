package store

import (
	"context"
	"fmt"
	"lectern/backend/internal/tracing"
	"lectern/backend/store/jobs"
	"lectern/backend/store/postgres"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// PauseJobs makes this program start no jobs while pause is true. For example, a program pauses its jobs while it
// cannot read the content that they need. Meanwhile, other programs that share the library run the jobs.
func (db *DB) PauseJobs(pause bool) { db.queue.Paused.Store(pause) }

// Work starts the workers of the queues. At intervals of rescueInterval, it also searches for jobs whose end could not
// be recorded. The middleware wraps each job.
func (db *DB) Work(ctx context.Context, workers *river.Workers, queues map[string]river.QueueConfig, rescueInterval time.Duration,
	middleware ...rivertype.Middleware) (*jobs.Workers, error) {
	jobs, err := jobs.Start(ctx, jobs.Config{DB: db.write, Queue: db.queue, Node: db.engine,
		Workers: workers, Queues: queues, RescueInterval: rescueInterval, Middleware: middleware, Log: db.log})
	return jobs, postgres.AsLost(err)
}

// Enqueue inserts a job that becomes visible when the transaction is committed. Its metadata contains the trace.
func (tx *Tx) Enqueue(ctx context.Context, job river.JobArgs, opts *river.InsertOpts) error {
	opts.Metadata = tracing.Metadata(ctx)
	result, err := tx.queue.Client.InsertTx(ctx, tx.Tx, job, opts)
	if err != nil {
		return fmt.Errorf("enqueue %s: %w", job.Kind(), err)
	}
	tx.insertedQueues = append(tx.insertedQueues, result.Job.Queue)
	return nil
}
