// Package dial opens connections to the database and the bucket that several servers share.
package dial

import (
	"context"
	"net"
	"syscall"
	"time"
)

// ackTimeout is how long sent data may remain without an acknowledgment from the other machine.
const ackTimeout = 10 * time.Second

// Connect connects to the database or the bucket. If the other machine disappears later, the connection fails instead
// of waiting forever.
func Connect(ctx context.Context, network, address string) (net.Conn, error) {
	dialer := net.Dialer{
		Timeout:         ackTimeout,
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 5 * time.Second, Interval: 2 * time.Second, Count: 3},
		Control: func(network, _ string, conn syscall.RawConn) error {
			if network == "unix" {
				return nil
			}
			return conn.Control(setAckTimeout)
		},
	}
	return dialer.DialContext(ctx, network, address)
}
