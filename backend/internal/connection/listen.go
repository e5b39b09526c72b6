package connection

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"syscall"
)

// Listen listens on a TCP address. The error suggests --addr if another program uses the port.
func Listen(addr string) (net.Listener, error) {
	listener, err := net.Listen("tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		err = fmt.Errorf("%w (the port may be used by another program; choose another one with --addr)", err)
	}
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w", addr, err)
	}
	return listener, nil
}

// LocalURL returns the URL under which programs on this machine reach a listener, without a trailing slash.
func LocalURL(scheme string, listener net.Addr) string {
	host, port, err := net.SplitHostPort(listener.String())
	if err != nil {
		return scheme + "://" + listener.String()
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1" // a listener on all addresses accepts connections to it
	}
	return scheme + "://" + net.JoinHostPort(host, port)
}

// NetworkURLs returns the URLs by which other machines in the local networks can reach the port of a listener. The URLs
// have IPv4 addresses, which are easier to type, or IPv6 addresses if there are no IPv4 addresses.
func NetworkURLs(scheme string, listener net.Addr) []string {
	_, port, err := net.SplitHostPort(listener.String())
	if err != nil {
		return []string{}
	}
	addresses, _ := net.InterfaceAddrs() // after an error there are no addresses, and so no URLs
	urls := map[bool][]string{true: {}, false: {}}
	for _, address := range addresses {
		prefix, err := netip.ParsePrefix(address.String())
		if ip := prefix.Addr(); err == nil && ip.IsGlobalUnicast() {
			urls[ip.Is4()] = append(urls[ip.Is4()], scheme+"://"+net.JoinHostPort(ip.String(), port))
		}
	}
	if len(urls[true]) > 0 {
		return urls[true]
	}
	return urls[false]
}
