//go:build !unix

package connection

import "net"

// descriptorLimit returns 0: this system has no limit of open descriptors.
func descriptorLimit() uint64 { return 0 }

// descriptorOf returns 0, because the number is not needed without a limit.
func descriptorOf(net.Conn) uintptr { return 0 }
