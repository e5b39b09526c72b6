//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// outlive configures a program, before its start, to continue when this one and its terminal have ended.
func outlive(program *exec.Cmd) { program.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
