package schedule

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// cpuWaits returns, for each thread of a process, the time since its start in which it was ready to run but had no
// processor. That is the second number in its schedstat, in nanoseconds (Linux,
// Documentation/scheduler/sched-stats.rst). The map is empty if the process has ended, or if the kernel does not report
// waiting times.
func cpuWaits(pid int) map[string]time.Duration {
	waits := make(map[string]time.Duration)
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid)) // the pattern is valid
	for _, thread := range threads {
		content, err := os.ReadFile(thread)
		if err != nil {
			continue // the thread has ended
		}
		var ran, wait time.Duration
		if _, err := fmt.Sscanf(string(content), "%d %d", &ran, &wait); err == nil {
			waits[thread] = wait
		}
	}
	return waits
}
