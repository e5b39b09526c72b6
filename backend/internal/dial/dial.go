// Package dial connects to the engines that several servers share.
package dial

import (
	"context"
	"net"
	"syscall"
	"time"
)

// answerTime is how long an engine may leave what was sent to it unanswered by its system.
const answerTime = 10 * time.Second

// Context connects so that an engine which has vanished without a word is noticed.
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
