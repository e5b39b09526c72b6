package server

import (
	"time"

	"golang.org/x/sys/windows"
)

// cpuTime returns the processor time that the process has used, in seconds.
func cpuTime() float64 {
	var created, ended, kernel, user windows.Filetime
	if err := windows.GetProcessTimes(windows.CurrentProcess(), &created, &ended, &kernel, &user); err != nil {
		return 0
	}
	const unit = 100 * time.Nanosecond // of Filetime
	count := func(t windows.Filetime) int64 { return int64(t.HighDateTime)<<32 | int64(t.LowDateTime) }
	return (time.Duration(count(kernel)+count(user)) * unit).Seconds()
}
