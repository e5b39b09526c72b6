package dial

import "golang.org/x/sys/unix"

// setAckTimeout sets how long data sent over a connection may remain unacknowledged before the connection fails. If the
// system does not support that, a lost connection is detected later.
func setAckTimeout(fd uintptr) {
	_ = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(ackTimeout.Milliseconds()))
}
