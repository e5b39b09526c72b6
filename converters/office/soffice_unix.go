//go:build unix

package office

import (
	"net/url"
	"os"
	"runtime"
	"syscall"
)

// slowPriority is that of a program that gives way to others, as nice(1) has it.
const slowPriority = 15

// giveWay leaves the processors to others while they want them. It fails where the program is gone.
func giveWay(process *os.Process) {
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, process.Pid, slowPriority)
}

func killSoffice(process *os.Process) error { return process.Kill() }

func diedBySignal(state *os.ProcessState) bool {
	status, ok := state.Sys().(syscall.WaitStatus)
	return ok && status.Signaled()
}

// peakMemory is the most that the program had resident, in bytes.
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
