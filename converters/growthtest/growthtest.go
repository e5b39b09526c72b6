// Package growthtest checks how the work of a function grows with the size of its input. It compares the function with
// itself in the same run, so that neither the speed nor the load of the machine matters.
package growthtest

import (
	"runtime"
	"testing"
	"time"
)

const (
	// runsPerSize is how often each size is measured. The smallest time counts, because other processes can only slow
	// down a function.
	runsPerSize = 5
	// maxGrowth is how many times as long a function may take for four times the input. A quadratic function takes 16
	// times as long.
	maxGrowth = 8
	// negligible is a processor time below which any growth is harmless.
	negligible = 200 * time.Millisecond
)

// Linear fails the test unless the processor time of a function grows about linearly up to inputs of the given size.
// prepare returns a function that works on an input of a size; the time that prepare itself takes does not count.
func Linear(t testing.TB, size int, prepare func(size int) (run func())) {
	t.Helper()
	small, large := time.Duration(1<<62), time.Duration(1<<62)
	for range runsPerSize {
		large = min(large, measure(t, prepare(size)))
		if large <= negligible {
			return
		}
		small = min(small, measure(t, prepare(size/4)))
		if large <= maxGrowth*small {
			return
		}
	}
	t.Errorf("four times the input take %.1f times as long: %v instead of %v", float64(large)/float64(small), large, small)
}

// measure returns the processor time that run takes.
func measure(t testing.TB, run func()) time.Duration {
	t.Helper()
	runtime.GC() // so that older garbage is not collected during the measurement
	begin := processorTime(t)
	run()
	return processorTime(t) - begin
}

// Allocated returns the number of bytes that run allocates, including those that are freed again. Other tests may not
// run at the same time.
func Allocated(run func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	run()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
