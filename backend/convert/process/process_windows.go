package process

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"

	"golang.org/x/sys/windows"
)

// OpenUntrusted has no flags: on Windows, files cannot be pipes, and only administrators can create links.
const OpenUntrusted = 0

// SetOwnGroup sets that a command starts in a new process group, without a window.
func SetOwnGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{HideWindow: true, CreationFlags: windows.CREATE_NEW_PROCESS_GROUP}
}

// PassFile does nothing and returns 0: commands inherit no descriptors on Windows.
func PassFile(*exec.Cmd, *os.File) (number int) { return 0 }

// KillGroup kills a process and its children.
func KillGroup(process *os.Process) error {
	return exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(process.Pid)).Run()
}

// SetPriority lowers the priority class of a process to below normal. Errors are ignored: the process may have ended.
func SetPriority(process *os.Process, priority int) {
	class := uint32(windows.BELOW_NORMAL_PRIORITY_CLASS)
	if priority >= SlowPriority {
		class = windows.IDLE_PRIORITY_CLASS
	}
	_ = process.WithHandle(func(handle uintptr) { _ = windows.SetPriorityClass(windows.Handle(handle), class) })
}

// WasKilled returns false: on Windows the status of a process does not show whether another process ended it.
func WasKilled(*os.ProcessState) bool { return false }
