package app

import (
	"errors"
	"net"
	"strconv"
	"syscall"
)

// ports is the number of further ports that are tried after the configured one.
const ports = 20

// freeAddress returns an address to listen on: the preferred address, unless another program uses its port. In that
// case it returns the same host with one of the next ports. If another program uses each of these ports as well, it
// returns the host with port 0, which means any free port.
func freeAddress(preferred string) string {
	host, text, err := net.SplitHostPort(preferred)
	port, numberErr := strconv.Atoi(text)
	if errors.Join(err, numberErr) != nil || port == 0 || !isTaken(preferred) {
		return preferred
	}
	for next := port + 1; next <= min(port+ports, 65535); next++ {
		if address := net.JoinHostPort(host, strconv.Itoa(next)); !isTaken(address) {
			return address
		}
	}
	return net.JoinHostPort(host, "0")
}

// isTaken reports whether another program listens on an address. It ignores all other errors: the server gets them
// again when it listens, and reports them.
func isTaken(address string) bool {
	listener, err := net.Listen("tcp", address)
	if err == nil {
		err = listener.Close()
	}
	return errors.Is(err, syscall.EADDRINUSE)
}
