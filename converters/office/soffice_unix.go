//go:build unix

package office

import (
	"net/url"
	"os"
	"runtime"
	"syscall"
)

// slowPriority is the nice value of a program whose priority was lowered.
const slowPriority = 15

// lowerPriority lowers the priority of the program. It does nothing if the program has ended.
func lowerPriority(process *os.Process) {
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, process.Pid, slowPriority)
}

func killSoffice(process *os.Process) error { return process.Kill() }

func diedBySignal(state *os.ProcessState) bool {
	status, ok := state.Sys().(syscall.WaitStatus)
	return ok && status.Signaled()
}

// peakMemory returns the peak of resident memory, in bytes.
func peakMemory(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	switch {
	case !ok:
		return 0
	case runtime.GOOS == "darwin":
		return int64(usage.Maxrss)
	}
	return int64(usage.Maxrss) << 10
}

func fileURL(path string) string { return (&url.URL{Scheme: "file", Path: path}).String() }
