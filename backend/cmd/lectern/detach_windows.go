package main

import (
	"os/exec"
	"syscall"

	"golang.org/x/sys/windows"
)

// detach configures a program that has not been started so that it continues to run after this program and its console
// have ended.
func detach(program *exec.Cmd) {
	program.SysProcAttr = &syscall.SysProcAttr{HideWindow: true, CreationFlags: windows.DETACHED_PROCESS | windows.CREATE_NEW_PROCESS_GROUP}
}
