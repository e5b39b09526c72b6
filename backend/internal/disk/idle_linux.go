package disk

import "golang.org/x/sys/unix"

// The lowest CPU priority of a thread, and the priority class that makes its disk accesses the least urgent
// (https://man7.org/linux/man-pages/man2/ioprio_set.2.html).
const (
	lowestNice       = 19
	ioprioWhoProcess = 1
	ioprioIdle       = 3 << 13
)

// LowerPriority sets the priority of the calling thread to the lowest, for CPU and disk. The goroutine must stay locked
// to its thread. LowerPriority does nothing on systems other than Linux, or if the system refuses.
func LowerPriority() {
	thread := unix.Gettid()
	_ = unix.Setpriority(unix.PRIO_PROCESS, thread, lowestNice)
	_, _, _ = unix.Syscall(unix.SYS_IOPRIO_SET, ioprioWhoProcess, uintptr(thread), ioprioIdle)
}
