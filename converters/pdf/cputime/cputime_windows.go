// Package cputime measures the processor time of the process.
package cputime

import (
	"time"

	"golang.org/x/sys/windows"
)

// Used returns the processor time that the process has used, or 0 if the system does not report it.
func Used() time.Duration {
	var created, ended, kernel, user windows.Filetime
	if err := windows.GetProcessTimes(windows.CurrentProcess(), &created, &ended, &kernel, &user); err != nil {
		return 0
	}
	const unit = 100 * time.Nanosecond // of Filetime
	count := func(t windows.Filetime) int64 { return int64(t.HighDateTime)<<32 | int64(t.LowDateTime) }
	return time.Duration(count(kernel)+count(user)) * unit
}
