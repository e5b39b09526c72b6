package postgres

import (
	"context"
	"sync/atomic"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"
)

// restingDriver is River's driver for PostgreSQL. While this program rests, it fetches no jobs. River's own pause would
// stop all programs that share the database.
type restingDriver struct {
	*riverpgxv5.Driver
	rests *atomic.Bool
}

func (d restingDriver) GetExecutor() riverdriver.Executor {
	return restingExecutor{d.Driver.GetExecutor(), d.rests}
}

type restingExecutor struct {
	riverdriver.Executor
	rests *atomic.Bool
}

func (e restingExecutor) JobGetAvailable(ctx context.Context, params *riverdriver.JobGetAvailableParams) ([]*rivertype.JobRow, error) {
	if e.rests.Load() {
		return nil, nil
	}
	return e.Executor.JobGetAvailable(ctx, params)
}
