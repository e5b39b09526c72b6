//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// outlive has a program, which is still to be started, go on when this one and its terminal have ended.
func outlive(program *exec.Cmd) { program.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
