//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// detach configures a program that has not been started so that it continues to run after this program and its terminal
// have ended.
func detach(program *exec.Cmd) { program.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
