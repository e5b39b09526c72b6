//go:build unix

package growthtest

import (
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// processorTime returns the processor time of this process, which does not depend on the load of the machine.
func processorTime(t testing.TB) time.Duration {
	t.Helper()
	var used unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
