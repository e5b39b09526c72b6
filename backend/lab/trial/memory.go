package trial

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Memory is the memory use of processes, in MB of 2^20 bytes. It is their proportional set size, in which shared memory
// is counted only once.
type Memory struct {
	Server float64 // server without descendants
	Total  float64 // server and all descendants
}

// MemoryWatch records the maximum memory use of a process and its descendants.
type MemoryWatch struct {
	end  chan struct{}
	peak chan Memory
}

// WatchMemory starts to sample the memory use of a process and its descendants, once per period.
func WatchMemory(pid int, period time.Duration) *MemoryWatch {
	w := &MemoryWatch{end: make(chan struct{}), peak: make(chan Memory)}
	go func() {
		tick := time.NewTicker(period)
		defer tick.Stop()
		var peak Memory
		for {
			peak.Server = max(peak.Server, processMemory(pid))
			peak.Total = max(peak.Total, treeMemory(pid))
			select {
			case <-tick.C:
			case <-w.end:
				w.peak <- peak
				return
			}
		}
	}()
	return w
}

// Stop stops the sampling. It returns the two maximums, which may have occurred at different times.
func (w *MemoryWatch) Stop() Memory {
	close(w.end)
	return <-w.peak
}

// treeMemory returns the memory use of a process and its descendants.
func treeMemory(pid int) float64 {
	total := processMemory(pid)
	for _, child := range Children(pid) {
		total += treeMemory(child)
	}
	return total
}

// Children returns the children of a process, including orphans that it has adopted.
func Children(pid int) (children []int) {
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, file := range lists {
		list, _ := os.ReadFile(file) // empty for a thread that has ended
		for field := range strings.FieldsSeq(string(list)) {
			if child, err := strconv.Atoi(field); err == nil {
				children = append(children, child)
			}
		}
	}
	return children
}

func processMemory(pid int) float64 {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid)) // empty for a process that has ended
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "Pss:"); ok {
			kib, _ := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			return kib / 1024
		}
	}
	return 0
}
