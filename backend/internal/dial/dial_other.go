//go:build !linux

package dial

// boundAnswer limits the time for which sent data may be unacknowledged. If that is not supported, a lost connection to
// an engine is detected later.
func boundAnswer(uintptr) {}
