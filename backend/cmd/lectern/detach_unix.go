//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// detach configures a program, before its start, to continue when this one and its terminal have ended.
func detach(program *exec.Cmd) { program.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
