package guard

import (
	"context"
	"net"
	"net/netip"
	"sync/atomic"
	"syscall"
)

// dialer opens connections to addresses that may be reached.
type dialer struct {
	allowed  *atomic.Pointer[allowed]
	resolver *net.Resolver
}

// dial looks the host up once and tries its addresses in turn. Each is checked
// right before it is connected to, after all lookups, so that what was checked is
// what is dialled.
func (d dialer) dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	inner := net.Dialer{Resolver: d.resolver}
	if list := d.allowed.Load(); !list.host(host) {
		inner.Control = list.check
	}
	return inner.DialContext(ctx, network, address)
}

// check refuses to connect to what may not be reached.
func (l *allowed) check(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil || !l.addr(to.Addr()) {
		return &Error{Reason: ReasonForbidden, cause: err}
	}
	return nil
}
