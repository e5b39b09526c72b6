package schedule

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// waited gives, by thread, for how long those of a process were ready to run and had no processor,
// so far: the second number of their schedstat, in nanoseconds (Linux,
// Documentation/scheduler/sched-stats.rst). There are none where the process is gone, or the kernel does not tell.
func cpuWaits(pid int) map[string]time.Duration {
	waits := make(map[string]time.Duration)
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid)) // the pattern is a good one
	for _, thread := range threads {
		content, err := os.ReadFile(thread)
		if err != nil {
			continue // it has ended
		}
		var ran, wait time.Duration
		if _, err := fmt.Sscanf(string(content), "%d %d", &ran, &wait); err == nil {
			waits[thread] = wait
		}
	}
	return waits
}
