package schedule

import (
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/sys/unix"
)

// busy starts a process that is always ready to run, on one processor, and returns its id. A starting process may wait
// for the disk, and the clock counts that time. So busy returns when the process has started.
func busy(t *testing.T, processor int) int {
	t.Helper()
	cmd := exec.Command("sh", "-c", "echo started; while :; do :; done")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	var set unix.CPUSet
	set.Set(processor)
	if err := unix.SchedSetaffinity(cmd.Process.Pid, &set); err != nil {
		t.Skip("a process cannot be kept to one processor:", err)
	}
	if _, err := out.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	return cmd.Process.Pid
}

// Time in which the process of a document waits for a processor does not count, up to three times the limit.
func TestClockOfWaitingProcess(t *testing.T) {
	const limit = 3 * watchDelay
	for name, test := range map[string]struct {
		share float64 // of the time in which the process waits
		took  time.Duration
	}{
		"it never waits": {0, limit},
		// The time until the first reading counts completely, and a quarter of the rest.
		"it waits three quarters": {0.75, watchDelay + 4*(limit-watchDelay)},
		"it always waits":         {1, MaxExtension * limit},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				begin := time.Now()
				over := make(chan time.Time, 1)
				clock := NewClock(limit, func() { over <- time.Now() })
				clock.cpuWaits = func(int) map[string]time.Duration {
					return map[string]time.Duration{"thread": time.Duration(test.share * float64(time.Since(begin)))}
				}
				defer clock.Watch(1)()
				clock.Run()
				defer clock.Pause()
				if took := (<-over).Sub(begin); took < test.took-time.Millisecond || took > test.took {
					t.Errorf("the clock expired after %s, want %s", took, test.took)
				}
			})
		})
	}
}

// The kernel reports how long a process waits while others use its processor.
func TestCPUWaits(t *testing.T) {
	if _, err := os.Stat("/proc/self/schedstat"); err != nil {
		t.Skip("this kernel does not report how long a process has waited:", err)
	}
	pid := busy(t, 0)
	busy(t, 0)
	for before := longest(pid); longest(pid) <= before; {
		runtime.Gosched()
	}
}

// Time in which the process of a document is not ready to run counts, even if other processes use the processors.
func TestClockOfBlockedProcess(t *testing.T) {
	const limit = 100 * time.Millisecond
	pid := busy(t, 0)
	busy(t, 0)
	syscall.Kill(pid, syscall.SIGSTOP)
	if _, err := syscall.Wait4(pid, nil, syscall.WUNTRACED, nil); err != nil {
		t.Fatal(err)
	}
	before := longest(pid)
	waitingTime(t, limit, pid)
	if after := longest(pid); after != before {
		t.Errorf("it has waited for %s while it was stopped", after-before)
	}
}

// longest returns the longest waiting time of the threads of a process.
func longest(pid int) (wait time.Duration) {
	for _, one := range cpuWaits(pid) {
		wait = max(wait, one)
	}
	return wait
}

// waitingTime returns the time until a clock with this limit, which watches a process, expires.
func waitingTime(t *testing.T, limit time.Duration, pid int) time.Duration {
	t.Helper()
	over := make(chan time.Time, 1)
	clock := NewClock(limit, func() { over <- time.Now() })
	defer clock.Watch(pid)()
	begin := time.Now()
	clock.Run()
	defer clock.Pause()
	return (<-over).Sub(begin)
}
