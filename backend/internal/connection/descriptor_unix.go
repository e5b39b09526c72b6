//go:build unix

package connection

import (
	"math"
	"net"
	"syscall"
)

// descriptorLimit returns how many descriptors the process may have open; 0 where there is no limit.
func descriptorLimit() uint64 {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil || uint64(limit.Cur) > math.MaxInt32 {
		return 0
	}
	return uint64(limit.Cur)
}

// descriptorOf returns the number of a connection's descriptor; 0 where it has none.
func descriptorOf(c net.Conn) (number uintptr) {
	system, ok := c.(syscall.Conn)
	if !ok {
		return 0
	}
	raw, err := system.SyscallConn()
	if err != nil {
		return 0
	}
	_ = raw.Control(func(fd uintptr) { number = fd }) // of a connection that is closed it stays 0
	return number
}
