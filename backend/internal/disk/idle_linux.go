package disk

import "golang.org/x/sys/unix"

// The lowest priority of a thread for the processor, and its class for the disk
// (https://man7.org/linux/man-pages/man2/ioprio_set.2.html).
const (
	lowestNice       = 19
	ioprioWhoProcess = 1
	ioprioIdle       = 3 << 13
)

// LowerPriority sets the priority of the calling thread to the lowest, for the processor and the disk. The goroutine must
// stay locked to its thread. It does nothing on systems other than Linux, or if the system refuses.
func LowerPriority() {
	thread := unix.Gettid()
	_ = unix.Setpriority(unix.PRIO_PROCESS, thread, lowestNice)
	_, _, _ = unix.Syscall(unix.SYS_IOPRIO_SET, ioprioWhoProcess, uintptr(thread), ioprioIdle)
}
