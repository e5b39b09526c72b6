//go:build !portable

package pdf

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"syscall"
)

// pdfLink is the server's end of a connection to a PDF process: a Unix socket, over which
// descriptors go with requests.
type connection struct{ *net.UnixConn }

// newPDFLink connects a command, which is still to be started. begin is to be called when it was, or could not be.
func newConnection(cmd *exec.Cmd, _ func()) (link *connection, begin func(), err error) {
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("socket pair: %w", err)
	}
	mine := os.NewFile(uintptr(fds[0]), "converter")
	theirs := os.NewFile(uintptr(fds[1]), "server")
	conn, err := net.FileConn(mine) // has a descriptor of its own
	mine.Close()
	if err != nil {
		theirs.Close()
		return nil, nil, fmt.Errorf("socket pair: %w", err)
	}
	cmd.Stdin, cmd.Stdout = theirs, theirs
	return &connection{conn.(*net.UnixConn)}, func() { theirs.Close() }, nil
}

// rest leaves the deadline, which bounds nothing where no request is under way.
func (*connection) clearDeadline() {}

// fileName is for where descriptors do not go over a connection.
func (*connection) fileName(*os.File) string { return "" }

// send writes a request in one piece, so that two writers do not mix, with the descriptor of file if it is
// not nil.
func (l *connection) send(request []byte, file *os.File) error {
	var rights []byte
	if file != nil {
		rights = syscall.UnixRights(int(file.Fd()))
	}
	_, _, err := l.WriteMsgUnix(request, rights, nil)
	return err
}
