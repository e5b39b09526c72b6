//go:build !linux

package dial

// setAckTimeout sets how long data sent over a connection may remain unacknowledged before the connection fails. This
// system does not support that, so a lost connection is detected later.
func setAckTimeout(uintptr) {}
