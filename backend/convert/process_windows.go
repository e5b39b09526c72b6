package convert

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"

	"golang.org/x/sys/windows"
)

// readUntouched is empty: there are no pipes among files, and only administrators make links.
const readUntouched = 0

// ownGroup keeps what is typed for the server from a command, and a window from the screen.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{HideWindow: true, CreationFlags: windows.CREATE_NEW_PROCESS_GROUP}
}

// inherit does nothing and returns 0: a command inherits no descriptors here.
func inherit(*exec.Cmd, *os.File) (number int) { return 0 }

// killGroup kills a process and what it has started.
func killGroup(process *os.Process) error {
	return exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(process.Pid)).Run()
}

// setPriority gives a process one of the system's classes below the usual one. It fails where that is gone.
func setPriority(process *os.Process, priority int) {
	class := uint32(windows.BELOW_NORMAL_PRIORITY_CLASS)
	if priority >= slowPriority {
		class = windows.IDLE_PRIORITY_CLASS
	}
	_ = process.WithHandle(func(handle uintptr) { _ = windows.SetPriorityClass(windows.Handle(handle), class) })
}

// wasKilled cannot be told: a process that is ended by another one has whatever status that gives it.
func wasKilled(*os.ProcessState) bool { return false }
