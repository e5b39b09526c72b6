package backend

import (
	"context"
	"fmt"
	"sync"

	"golang.org/x/sync/singleflight"

	"lectern/backend/library/doctor"
)

// machineChecks runs checks of the machine. Concurrent callers share one check, because each starts converters.
type machineChecks struct {
	group  singleflight.Group
	active sync.Mutex // held during a check
	ctx    context.Context
	cancel context.CancelFunc
}

func newMachineChecks() *machineChecks {
	ctx, cancel := context.WithCancel(context.Background())
	return &machineChecks{ctx: ctx, cancel: cancel}
}

// run returns the findings of the active check, or else those of a new one. The check continues if the context of a
// caller ends.
func (c *machineChecks) run(ctx context.Context, examine func(context.Context) []doctor.Finding) ([]doctor.Finding, error) {
	examined := c.group.DoChan("", func() (any, error) { return c.examine(examine) })
	select {
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case result := <-examined:
		findings, _ := result.Val.([]doctor.Finding)
		return findings, result.Err
	}
}

// examine runs a check. It returns a panic as an error, because in the goroutine of a [singleflight.Group] a panic would
// end the process.
func (c *machineChecks) examine(examine func(context.Context) []doctor.Finding) (findings []doctor.Finding, err error) {
	c.active.Lock()
	defer c.active.Unlock()
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("the check of the machine panicked: %v", reason)
		}
	}()
	if err := c.ctx.Err(); err != nil {
		return nil, err
	}
	findings = examine(c.ctx)
	return findings, c.ctx.Err()
}

// close cancels the active check and waits for it. Later checks return an error.
func (c *machineChecks) close() {
	c.cancel()
	c.active.Lock()
	defer c.active.Unlock()
}
