//go:build unix

// Package cputime measures the processor time of the process.
package cputime

import (
	"syscall"
	"time"
)

// Used returns the processor time that the process has used, or 0 if the system does not report it.
func Used() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
