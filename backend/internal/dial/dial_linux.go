package dial

import "golang.org/x/sys/unix"

// boundAnswer bounds how long what is sent over a connection may be unanswered. Where that cannot be
// set, it takes longer to notice.
func boundAnswer(fd uintptr) {
	_ = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(answerTime.Milliseconds()))
}
