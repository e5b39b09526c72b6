package postgres

import (
	"context"
	"sync/atomic"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"
)

// pausableDriver is River's driver for PostgreSQL. While jobs are paused, it fetches none. River's own pause would
// stop all programs that share the database.
type pausableDriver struct {
	*riverpgxv5.Driver
	paused *atomic.Bool
}

func (d pausableDriver) GetExecutor() riverdriver.Executor {
	return pausableExecutor{d.Driver.GetExecutor(), d.paused}
}

type pausableExecutor struct {
	riverdriver.Executor
	paused *atomic.Bool
}

func (e pausableExecutor) JobGetAvailable(ctx context.Context, params *riverdriver.JobGetAvailableParams) ([]*rivertype.JobRow, error) {
	if e.paused.Load() {
		return nil, nil
	}
	return e.Executor.JobGetAvailable(ctx, params)
}
