package app

import (
	"errors"
	"net"
	"strconv"
	"syscall"
)

// ports is how many ports behind one that another program has are tried.
const ports = 20

// freeAddress gives an address to listen on: the wanted one, or, where another program has its
// port, one with a port behind it, or any.
func freeAddress(wanted string) string {
	host, text, err := net.SplitHostPort(wanted)
	port, numberErr := strconv.Atoi(text)
	if errors.Join(err, numberErr) != nil || port == 0 || !isTaken(wanted) {
		return wanted
	}
	for next := port + 1; next <= min(port+ports, 65535); next++ {
		if address := net.JoinHostPort(host, strconv.Itoa(next)); !isTaken(address) {
			return address
		}
	}
	return net.JoinHostPort(host, "0")
}

// isTaken tells whether another program listens there. What else keeps from listening is found out
// by who does.
func isTaken(address string) bool {
	listener, err := net.Listen("tcp", address)
	if err == nil {
		err = listener.Close()
	}
	return errors.Is(err, syscall.EADDRINUSE)
}
