//go:build unix

package process

import (
	"os"
	"os/exec"
	"syscall"
)

// readUntouched has a file opened that a converter made without waiting for it or following a link.
const OpenUntrusted = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// ownGroup has a command, and all that it starts, be a group of processes of its own.
func OwnGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// inherit makes a command inherit a descriptor of the file and returns the descriptor's number there. It is
// the second of its kind, because the first one is that of [life] in some converters.
func Inherit(cmd *exec.Cmd, file *os.File) (number int) {
	cmd.ExtraFiles = []*os.File{file, file}
	return 2 + len(cmd.ExtraFiles)
}

// killGroup kills the group of a process. It fails where all are gone.
func KillGroup(process *os.Process) error { return syscall.Kill(-process.Pid, syscall.SIGKILL) }

// setPriority gives the group of a process a priority, as nice(1) has it. It fails where that is gone.
func SetPriority(process *os.Process, priority int) {
	_ = syscall.Setpriority(syscall.PRIO_PGRP, process.Pid, priority)
}

// wasKilled says of a process that has ended whether a signal did that by which processes
// are ended, and which no fault of their own brings.
func WasKilled(state *os.ProcessState) bool {
	if state == nil {
		return false
	}
	status, ok := state.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && (status.Signal() == syscall.SIGKILL || status.Signal() == syscall.SIGTERM)
}
