package backend

import (
	"context"
	"sync"

	"lectern/backend/internal/singleflight"
	"lectern/backend/library/doctor"
)

// machineChecks runs checks of the machine. Concurrent callers share one check, because each starts converters.
type machineChecks struct {
	group  singleflight.Group[[]doctor.Finding]
	active sync.Mutex // held during a check
	ctx    context.Context
	cancel context.CancelFunc
}

func newMachineChecks() *machineChecks {
	ctx, cancel := context.WithCancel(context.Background())
	return &machineChecks{ctx: ctx, cancel: cancel}
}

// run returns the findings of the check that is already running. If no check is running, it starts a check. The check
// continues if the context of a caller ends.
func (c *machineChecks) run(ctx context.Context, examine func(context.Context) []doctor.Finding) ([]doctor.Finding, error) {
	return c.group.Do(ctx, "", func(context.Context) ([]doctor.Finding, error) {
		c.active.Lock()
		defer c.active.Unlock()
		if err := c.ctx.Err(); err != nil {
			return nil, err
		}
		findings := examine(c.ctx)
		return findings, c.ctx.Err()
	})
}

// close cancels the active check and waits for it. Later checks return an error.
func (c *machineChecks) close() {
	c.cancel()
	c.active.Lock()
	defer c.active.Unlock()
}
