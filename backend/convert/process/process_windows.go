package process

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"

	"golang.org/x/sys/windows"
)

// OpenUntrusted is empty: there are no pipes among files, and only administrators make links.
const OpenUntrusted = 0

// OwnGroup keeps what is typed for the server from a command, and a window from the screen.
func OwnGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{HideWindow: true, CreationFlags: windows.CREATE_NEW_PROCESS_GROUP}
}

// Inherit does nothing and returns 0: a command inherits no descriptors here.
func Inherit(*exec.Cmd, *os.File) (number int) { return 0 }

// KillGroup kills a process and what it has started.
func KillGroup(process *os.Process) error {
	return exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(process.Pid)).Run()
}

// SetPriority gives a process one of the system's classes below the usual one. It fails where that is gone.
func SetPriority(process *os.Process, priority int) {
	class := uint32(windows.BELOW_NORMAL_PRIORITY_CLASS)
	if priority >= SlowPriority {
		class = windows.IDLE_PRIORITY_CLASS
	}
	_ = process.WithHandle(func(handle uintptr) { _ = windows.SetPriorityClass(windows.Handle(handle), class) })
}

// WasKilled cannot be told: a process that is ended by another one has whatever status that gives it.
func WasKilled(*os.ProcessState) bool { return false }
