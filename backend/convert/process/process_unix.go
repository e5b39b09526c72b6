//go:build unix

package process

import (
	"os"
	"os/exec"
	"syscall"
)

// OpenUntrusted are the flags to open a file that a converter has created. With these flags, opening a named pipe does
// not block, and links are not followed.
const OpenUntrusted = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// SetOwnGroup sets that a command starts in a new process group, so that [KillGroup] also kills its children.
func SetOwnGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// PassFile passes a descriptor of the file to the process of a command, and returns the number of the descriptor in
// that process. The file is passed as two descriptors, and the number of the second one is returned: office processes
// use the first additional descriptor for the pipe that shows the server when they have ended.
func PassFile(cmd *exec.Cmd, file *os.File) (number int) {
	cmd.ExtraFiles = []*os.File{file, file}
	return 2 + len(cmd.ExtraFiles)
}

// KillGroup kills the process group of a process. It returns an error if all of its processes have ended.
func KillGroup(process *os.Process) error { return syscall.Kill(-process.Pid, syscall.SIGKILL) }

// SetPriority sets the nice value of the group of a process. Errors are ignored: the group may have ended.
func SetPriority(process *os.Process, priority int) {
	_ = syscall.Setpriority(syscall.PRIO_PGRP, process.Pid, priority)
}

// WasKilled reports whether an ended process was ended by SIGKILL or SIGTERM, which a process does not send to itself.
func WasKilled(state *os.ProcessState) bool {
	if state == nil {
		return false
	}
	status, ok := state.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && (status.Signal() == syscall.SIGKILL || status.Signal() == syscall.SIGTERM)
}
