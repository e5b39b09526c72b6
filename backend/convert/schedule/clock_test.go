package schedule

import (
	"os/exec"
	"syscall"
	"testing"
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

// Time in which the process of a document waits for a processor does not count.
func TestClockOfWaitingProcess(t *testing.T) {
	const limit = 300 * time.Millisecond
	pid := busy(t, 0)
	for range 3 {
		busy(t, 0)
	}
	if took := waitingTime(t, limit, pid); longest(pid) == 0 {
		t.Skip("this kernel does not tell how long a process has waited")
	} else if took < 2*limit {
		t.Errorf("late after %s, of which it could not run three quarters", took)
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
