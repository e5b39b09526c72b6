//go:build !unix

package connection

import "net"

// descriptorLimit returns 0: this system has no limit of open descriptors.
func descriptorLimit() uint64 { return 0 }

// descriptorOf returns 0. On a system without a limit of descriptors, the number of a descriptor is not needed.
func descriptorOf(net.Conn) uintptr { return 0 }
