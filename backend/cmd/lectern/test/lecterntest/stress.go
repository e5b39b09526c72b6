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

// The tests whose names begin with TestStress are short in the suite, and as long as
// they should be where the environment has LECTERN_STRESS, as 'make stress' sets it.

// StressEnabled says that there is time.
func StressEnabled() bool { return os.Getenv("LECTERN_STRESS") != "" }

// Rounds gives how often to do something: some times in the suite, else many.
func Rounds(some, many int) int {
	if StressEnabled() {
		return many
	}
	return some
}

// atOnce is how many documents are posted at a time: more than are converted.
const atOnce = 4

// Concurrently does something for 0 to n-1, four at a time.
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

// Process is one for as long as the system runs: numbers are given again.
type Process struct {
	Pid   int
	start string // of proc(5), stat: when it began
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

// Runs says whether the process is there, and no zombie.
func (p Process) Runs() bool {
	fields := ProcessStat(p.Pid)
	return fields != nil && fields[19] == p.start && fields[0] != "Z"
}

// ProcessStat gives what proc(5) says of a process, from its state on; nil where it is gone.
func ProcessStat(pid int) []string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil
	}
	return strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
}
