package convert

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// waited is for how long the threads of a process were ready to run and had no processor, so far:
// the second number of their schedstat, in nanoseconds (Linux,
// Documentation/scheduler/sched-stats.rst). It is 0 where the process is gone, or the kernel does not tell.
func waited(pid int) (sum time.Duration) {
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid)) // the pattern is a good one
	for _, thread := range threads {
		content, err := os.ReadFile(thread)
		if err != nil {
			continue // it has ended
		}
		var ran, wait time.Duration
		if _, err := fmt.Sscanf(string(content), "%d %d", &ran, &wait); err == nil {
			sum += wait
		}
	}
	return sum
}
