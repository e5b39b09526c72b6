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

// Jobs watches over the jobs of the queue: it names the request that each is of, logs it, and has a
// trace of it.
type Jobs struct {
	log    *slog.Logger
	traces *tracing.Tracer // may be nil
}

// NewJobs makes a Jobs.
func NewJobs(log *slog.Logger, traces *tracing.Tracer) *Jobs { return &Jobs{log, traces} }

// origin is what the arguments of all jobs have.
type origin struct {
	ID      string `json:"id"`
	Request string `json:"request"` // id of the request that led to it; it outlives a restart with the job
}

// Around runs a job, as River's middleware. What it does in its context carries the id of the
// request.
func (o *Jobs) Around(ctx context.Context, job *rivertype.JobRow, run func(context.Context) error) error {
	var from origin
	_ = json.Unmarshal(job.EncodedArgs, &from) // a job of other arguments is of no request
	ctx = WithRequestID(ctx, from.Request)
	ctx, span := o.traces.Job(ctx, job.Kind, job.Metadata, slog.String("id", from.ID), slog.String("request", from.Request),
		slog.Int("attempt", job.Attempt))
	begin := time.Now()
	err := run(ctx)
	if isPutOff(err) {
		span.Done(nil)
	} else {
		span.Done(err)
	}
	about := []any{"kind", job.Kind, "id", from.ID, "attempt", job.Attempt, "waited", milliseconds(begin.Sub(job.CreatedAt)), "ms",
		milliseconds(time.Since(begin))}
	switch {
	case err == nil:
		o.log.InfoContext(ctx, "job", about...)
	case isPutOff(err):
		o.log.InfoContext(ctx, "job to go on later", about...)
	default:
		o.log.WarnContext(ctx, "job failed", append(about, slog.Any("error", err))...)
	}
	return err
}

// isPutOff says of the error of a job that it goes on later, and that nothing went wrong.
func isPutOff(err error) bool {
	_, is := errors.AsType[*river.JobSnoozeError](err)
	return is
}

// milliseconds writes a time for the log.
func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
