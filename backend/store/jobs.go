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

// Rest sets whether this program begins no jobs, for example because it lacks the content that they need. Other programs at
// the library work them.
func (db *DB) Rest(rest bool) { db.queue.Resting.Store(rest) }

// Work starts to work the jobs of the queues. Every rescue, it searches for jobs whose end could not be recorded. The middleware
// is called around each job.
func (db *DB) Work(ctx context.Context, workers *river.Workers, queues map[string]river.QueueConfig, rescue time.Duration,
	middleware ...rivertype.Middleware) (*jobs.Workers, error) {
	jobs, err := jobs.Start(ctx, jobs.Config{DB: db.write, Queue: db.queue, Node: db.engine,
		Workers: workers, Queues: queues, Rescue: rescue, Middleware: middleware, Log: db.log})
	return jobs, postgres.AsLost(err)
}

// Enqueue inserts a job that becomes visible when the transaction is committed. Its metadata contains the trace.
func (tx *Tx) Enqueue(ctx context.Context, job river.JobArgs, opts *river.InsertOpts) error {
	opts.Metadata = tracing.Metadata(ctx)
	result, err := tx.queue.Insert.InsertTx(ctx, tx.Tx, job, opts)
	if err != nil {
		return fmt.Errorf("enqueue %s: %w", job.Kind(), err)
	}
	tx.inserted = append(tx.inserted, result.Job.Queue)
	return nil
}
