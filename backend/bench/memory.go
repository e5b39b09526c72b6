package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// memoryPeriod is how often memory is looked at.
const memoryPeriod = 20 * time.Millisecond

// memoryWatch notes the most memory that a process and its descendants take.
type memoryWatch struct {
	end  chan struct{}
	peak chan float64
}

// watchMemory begins to watch a process.
func watchMemory(pid int) *memoryWatch {
	w := &memoryWatch{end: make(chan struct{}), peak: make(chan float64)}
	go func() {
		tick := time.NewTicker(memoryPeriod)
		defer tick.Stop()
		var peak float64
		for {
			peak = max(peak, treeMemory(pid))
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

// stop gives the peak in MB, 2^20 bytes.
func (w *memoryWatch) stop() float64 {
	close(w.end)
	return <-w.peak
}

// treeMemory is the memory of a process and its descendants in MB: their proportional
// set size, so that what they share counts once.
func treeMemory(pid int) float64 {
	total := processMemory(pid)
	children, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, file := range children {
		list, _ := os.ReadFile(file) // of a thread that has just ended there are none
		for field := range strings.FieldsSeq(string(list)) {
			if child, err := strconv.Atoi(field); err == nil {
				total += treeMemory(child)
			}
		}
	}
	return total
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
