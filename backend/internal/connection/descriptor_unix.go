//go:build unix

package connection

import (
	"math"
	"net"
	"syscall"
)

// descriptorLimit returns the maximum number of open descriptors of the process, or 0 if there is no limit.
func descriptorLimit() uint64 {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil || uint64(limit.Cur) > math.MaxInt32 {
		return 0
	}
	return uint64(limit.Cur)
}

// descriptorOf returns the number of a connection's file descriptor, or 0 if the connection has no descriptor.
func descriptorOf(c net.Conn) (number uintptr) {
	system, ok := c.(syscall.Conn)
	if !ok {
		return 0
	}
	raw, err := system.SyscallConn()
	if err != nil {
		return 0
	}
	_ = raw.Control(func(fd uintptr) { number = fd }) // stays 0 if the connection is closed
	return number
}
