//go:build !linux

package dial

// boundAnswer leaves it to the system how long what is sent over a connection may be unanswered.
func boundAnswer(uintptr) {}
