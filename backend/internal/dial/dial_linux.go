package dial

import "golang.org/x/sys/unix"

// boundAnswer limits the time for which sent data may be unacknowledged. If that is not supported, a lost connection to
// an engine is detected later.
func boundAnswer(fd uintptr) {
	_ = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(answerTime.Milliseconds()))
}
