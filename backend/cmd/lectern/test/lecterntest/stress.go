package lecterntest

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"lectern/backend/lab/trial"
)

func Check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Tests whose names begin with TestStress take a short time in the test suite. They take long if LECTERN_STRESS is set,
// as 'make stress' does.

// StressEnabled reports whether LECTERN_STRESS is set.
func StressEnabled() bool { return os.Getenv("LECTERN_STRESS") != "" }

// Rounds returns the number of rounds of a stress test. The argument normal is the number in the test suite, and stress
// is the number if LECTERN_STRESS is set.
func Rounds(normal, stress int) int {
	if StressEnabled() {
		return stress
	}
	return normal
}

// atOnce is the number of documents that are posted at the same time. It is larger than the number of concurrent
// conversions.
const atOnce = 4

// Concurrently calls do with 0 to n-1, four calls at a time.
func Concurrently(n int, do func(i int)) {
	next := make(chan int)
	var workers sync.WaitGroup
	for range atOnce {
		workers.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	workers.Wait()
}

// Process identifies a process by its id and start time, because ids are reused.
type Process struct {
	Pid   int
	start string // start time in proc(5), stat
}

func ChildProcesses(pid int) (found []Process) {
	for _, child := range trial.Children(pid) {
		if fields := ProcessStat(child); fields != nil {
			found = append(found, Process{child, fields[19]})
		}
		found = append(found, ChildProcesses(child)...)
	}
	return found
}

// Runs reports whether the process exists and is not a zombie.
func (p Process) Runs() bool {
	fields := ProcessStat(p.Pid)
	return fields != nil && fields[19] == p.start && fields[0] != "Z"
}

// ProcessStat returns the fields of proc(5), stat, from the state on, or nil if the process does not exist.
func ProcessStat(pid int) []string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil
	}
	return strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
}
