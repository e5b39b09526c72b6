package doctor

import (
	"context"
	"sync"

	"lectern/backend/internal/singleflight"
)

// SharedChecks runs checks of the machine. Concurrent callers share one check, because every check starts converters.
type SharedChecks struct {
	group  singleflight.Group[[]Finding]
	active sync.Mutex // held during a check
	ctx    context.Context
	cancel context.CancelFunc
}

// NewSharedChecks returns a SharedChecks in which no check runs. The caller must close it.
func NewSharedChecks() *SharedChecks {
	ctx, cancel := context.WithCancel(context.Background())
	return &SharedChecks{ctx: ctx, cancel: cancel}
}

// Run returns the findings of the check that is already running. If no check is running, it starts a check. The check
// continues if the context of a caller ends.
func (c *SharedChecks) Run(ctx context.Context, examine func(context.Context) []Finding) ([]Finding, error) {
	return c.group.Do(ctx, "", func(context.Context) ([]Finding, error) {
		c.active.Lock()
		defer c.active.Unlock()
		if err := c.ctx.Err(); err != nil {
			return nil, err
		}
		findings := examine(c.ctx)
		return findings, c.ctx.Err()
	})
}

// Close cancels the active check and waits for it. Later checks return an error.
func (c *SharedChecks) Close() {
	c.cancel()
	c.active.Lock()
	defer c.active.Unlock()
}
