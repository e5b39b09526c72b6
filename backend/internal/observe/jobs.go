package observe

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"lectern/backend/internal/tracing"
)

// Jobs observes the jobs of the queue: it logs and traces each job, with the id of the request that has created it.
type Jobs struct {
	log    *slog.Logger
	traces *tracing.Tracer // may be nil
}

// NewJobs returns a Jobs.
func NewJobs(log *slog.Logger, traces *tracing.Tracer) *Jobs { return &Jobs{log, traces} }

// origin contains the arguments that every job has, whatever its kind.
type origin struct {
	ID      string `json:"id"`
	Request string `json:"request"` // id of the request that has created the job
}

// Around runs a job, as a middleware of River. It adds the id of the request that has created the job to the job's
// context.
func (o *Jobs) Around(ctx context.Context, job *rivertype.JobRow, run func(context.Context) error) error {
	var from origin
	_ = json.Unmarshal(job.EncodedArgs, &from) // jobs with other arguments have no request
	ctx = WithRequestID(ctx, from.Request)
	ctx, span := o.traces.Job(ctx, job.Kind, job.Metadata, slog.String("id", from.ID), slog.String("request", from.Request),
		slog.Int("attempt", job.Attempt))
	begin := time.Now()
	err := run(ctx)
	if isPostponed(err) {
		span.EndJob(nil)
	} else {
		span.EndJob(err)
	}
	about := []any{"kind", job.Kind, "id", from.ID, "attempt", job.Attempt, "waited", milliseconds(begin.Sub(job.CreatedAt)), "ms",
		milliseconds(time.Since(begin))}
	switch {
	case err == nil:
		o.log.InfoContext(ctx, "job", about...)
	case isPostponed(err):
		o.log.InfoContext(ctx, "a job continues later", about...)
	default:
		o.log.WarnContext(ctx, "a job failed", append(about, slog.Any("error", err))...)
	}
	return err
}

// isPostponed reports whether an error means that a job will continue later. Such an error is not a failure of the job.
func isPostponed(err error) bool {
	_, is := errors.AsType[*river.JobSnoozeError](err)
	return is
}

// milliseconds returns a duration in milliseconds for the log.
func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
