package outbound

import (
	"context"
	"net"
	"net/netip"
	"sync/atomic"
	"syscall"
)

// dialer connects to permitted addresses.
type dialer struct {
	allowed  *atomic.Pointer[allowed]
	resolver *net.Resolver
}

// dial resolves a host name once, and tries its addresses in turn. Each address is checked immediately before the
// connection is opened. After this check the name is not resolved again, so the client connects to the address that was
// checked.
func (d dialer) dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	inner := net.Dialer{Resolver: d.resolver}
	if list := d.allowed.Load(); !list.allowsHost(host) {
		inner.Control = list.check
	}
	return inner.DialContext(ctx, network, address)
}

// check returns an error if the client may not connect to an address.
func (l *allowed) check(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil || !l.allowsAddr(to.Addr()) {
		return &Error{Reason: ReasonForbidden, cause: err}
	}
	return nil
}
