// Package dial connects to the database and the store that several servers share.
package dial

import (
	"context"
	"net"
	"syscall"
	"time"
)

// answerTime is the time for which the operating system of an engine may leave sent data unacknowledged.
const answerTime = 10 * time.Second

// Context connects to an engine, so that one that has vanished is noticed.
func Context(ctx context.Context, network, address string) (net.Conn, error) {
	dialer := net.Dialer{
		Timeout:         answerTime,
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 5 * time.Second, Interval: 2 * time.Second, Count: 3},
		Control: func(network, _ string, conn syscall.RawConn) error {
			if network == "unix" {
				return nil
			}
			return conn.Control(boundAnswer)
		},
	}
	return dialer.DialContext(ctx, network, address)
}
