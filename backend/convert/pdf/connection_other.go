//go:build !linux || portable

package pdf

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"
)

// connection is the server's end of a connection to a PDF process: two pipes. The process opens files by the names in
// requests. The build tag portable selects this implementation on Linux, for tests.
type connection struct {
	in   io.WriteCloser
	out  io.ReadCloser
	kill func() // ends the process, which also ends a blocked read

	writing sync.Mutex

	mu      sync.Mutex
	timer   *time.Timer
	expired bool // the process was killed at the deadline
}

// newConnection connects a command that is not started yet. The caller must call closeChildEnds after the command was
// started or has failed to start.
func newConnection(cmd *exec.Cmd, kill func()) (link *connection, closeChildEnds func(), err error) {
	theirIn, in, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	out, theirOut, err := os.Pipe()
	if err != nil {
		return nil, nil, errors.Join(err, theirIn.Close(), in.Close())
	}
	cmd.Stdin, cmd.Stdout = theirIn, theirOut
	return &connection{in: in, out: out, kill: kill}, func() {
		theirIn.Close()
		theirOut.Close()
	}, nil
}

// SetDeadline limits the time of all reads and writes by killing the process at the deadline.
func (l *connection) SetDeadline(at time.Time) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.timer != nil {
		l.timer.Stop()
	}
	l.timer = time.AfterFunc(time.Until(at), l.expire)
	return nil
}

func (l *connection) expire() {
	l.mu.Lock()
	l.expired = true
	l.mu.Unlock()
	l.kill()
}

// clearDeadline removes the deadline. It is called when a request has ended.
func (l *connection) clearDeadline() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.timer != nil {
		l.timer.Stop()
	}
}

func (l *connection) Read(p []byte) (int, error) {
	n, err := l.out.Read(p)
	return n, l.deadlineError(err)
}

// deadlineError returns err, or os.ErrDeadlineExceeded if the deadline caused it.
func (l *connection) deadlineError(err error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err != nil && l.expired {
		return os.ErrDeadlineExceeded
	}
	return err
}

// Close closes the pipes. It must be called after the process has ended.
func (l *connection) Close() error {
	l.clearDeadline()
	return errors.Join(l.in.Close(), l.out.Close())
}

// fileName returns the path by which the process opens a file, or "" if file is nil.
func (l *connection) fileName(file *os.File) string {
	if file == nil {
		return ""
	}
	name, err := filepath.Abs(file.Name())
	if err != nil {
		return file.Name()
	}
	return name
}

// send writes a request, which contains the path of the file.
func (l *connection) send(request []byte, _ *os.File) error {
	l.writing.Lock()
	defer l.writing.Unlock()
	_, err := l.in.Write(request)
	return l.deadlineError(err)
}
