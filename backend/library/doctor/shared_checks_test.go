package doctor

import (
	"context"
	"testing"
	"testing/synctest"
)

type checkResult struct {
	findings []Finding
	err      error
}

// startCheck runs a check in a goroutine, and returns a channel with its result.
func startCheck(ctx context.Context, c *SharedChecks, examine func(context.Context) []Finding) <-chan checkResult {
	result := make(chan checkResult, 1)
	go func() {
		findings, err := c.Run(ctx, examine)
		result <- checkResult{findings, err}
	}()
	synctest.Wait()
	return result
}

// TestConcurrentChecks cancels the first of two callers. The second receives the result of the check that
// the first has started.
func TestConcurrentChecks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := NewSharedChecks()
		defer c.Close()
		calls, release := 0, make(chan struct{})
		examine := func(ctx context.Context) []Finding {
			calls++
			select {
			case <-release:
				return []Finding{{Check: "disk"}}
			case <-ctx.Done():
				return nil
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		first := startCheck(ctx, c, examine)
		second := startCheck(t.Context(), c, examine)
		cancel()
		if got := <-first; got.err == nil {
			t.Errorf("the canceled caller received %v", got.findings)
		}
		synctest.Wait()
		close(release)
		if got := <-second; calls != 1 || got.err != nil || len(got.findings) != 1 {
			t.Errorf("%d checks, %+v", calls, got)
		}
	})
}

// TestCloseDuringACheck closes the checks during one of them. Closing cancels the check and waits for it.
func TestCloseDuringACheck(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := NewSharedChecks()
		ended := false
		result := startCheck(t.Context(), c, func(ctx context.Context) []Finding {
			<-ctx.Done()
			ended = true
			return nil
		})
		c.Close()
		if !ended {
			t.Error("closing did not wait for the check")
		}
		if got := <-result; got.err == nil {
			t.Errorf("the canceled check returned %v", got.findings)
		}
	})
}
