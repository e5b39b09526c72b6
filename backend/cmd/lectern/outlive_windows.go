package main

import (
	"os/exec"
	"syscall"

	"golang.org/x/sys/windows"
)

// outlive has a program, which is still to be started, go on when this one and its console have ended.
func outlive(program *exec.Cmd) {
	program.SysProcAttr = &syscall.SysProcAttr{HideWindow: true, CreationFlags: windows.DETACHED_PROCESS | windows.CREATE_NEW_PROCESS_GROUP}
}
