package dial

import "golang.org/x/sys/unix"

// boundAnswer sets how long data sent over a connection may remain unacknowledged before the connection fails. If the
// system does not support that, a lost connection is detected later.
func boundAnswer(fd uintptr) {
	_ = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(answerTime.Milliseconds()))
}
