package trial

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Memory is what processes take, in MB of 2^20 bytes: their proportional set size, so
// that what they share counts once.
type Memory struct {
	Server float64 // of the server alone
	Total  float64 // with all its descendants
}

// MemoryWatch notes the most memory that a process and its descendants take.
type MemoryWatch struct {
	end  chan struct{}
	peak chan Memory
}

// WatchMemory begins to look at a process once in a period.
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

// Stop ends the watch and gives the peaks, which need not have been at one time.
func (w *MemoryWatch) Stop() Memory {
	close(w.end)
	return <-w.peak
}

// treeMemory is the memory of a process and its descendants.
func treeMemory(pid int) float64 {
	total := processMemory(pid)
	for _, child := range Children(pid) {
		total += treeMemory(child)
	}
	return total
}

// Children gives the processes that one has started, and those whose own parents have
// ended and that were handed to it.
func Children(pid int) (children []int) {
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, file := range lists {
		list, _ := os.ReadFile(file) // of a thread that has just ended there are none
		for field := range strings.FieldsSeq(string(list)) {
			if child, err := strconv.Atoi(field); err == nil {
				children = append(children, child)
			}
		}
	}
	return children
}

func processMemory(pid int) float64 {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid)) // of one that is gone there is none
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "Pss:"); ok {
			kib, _ := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			return kib / 1024
		}
	}
	return 0
}
