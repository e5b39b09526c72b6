//go:build !portable

package pdf

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"syscall"
)

// connection is the server's end of a connection to a PDF process: a Unix socket, which can also transfer file
// descriptors.
type connection struct{ *net.UnixConn }

// newConnection connects a command that is not started yet. The caller must call closeChildEnds after the command was
// started or has failed to start.
func newConnection(cmd *exec.Cmd, _ func()) (link *connection, closeChildEnds func(), err error) {
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("socket pair: %w", err)
	}
	mine := os.NewFile(uintptr(fds[0]), "converter")
	theirs := os.NewFile(uintptr(fds[1]), "server")
	conn, err := net.FileConn(mine) // duplicates the descriptor
	mine.Close()
	if err != nil {
		theirs.Close()
		return nil, nil, fmt.Errorf("socket pair: %w", err)
	}
	cmd.Stdin, cmd.Stdout = theirs, theirs
	return &connection{conn.(*net.UnixConn)}, func() { theirs.Close() }, nil
}

// clearDeadline does nothing, because a deadline has no effect while there is no request.
func (*connection) clearDeadline() {}

// fileName returns "": descriptors are transferred instead.
func (*connection) fileName(*os.File) string { return "" }

// send writes a request in one piece, so that concurrent requests are not interleaved. If file is not nil, its
// descriptor is sent, too.
func (l *connection) send(request []byte, file *os.File) error {
	var rights []byte
	if file != nil {
		rights = syscall.UnixRights(int(file.Fd()))
	}
	_, _, err := l.WriteMsgUnix(request, rights, nil)
	return err
}
