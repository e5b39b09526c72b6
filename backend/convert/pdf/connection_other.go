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

// connection is the server's end of a connection to a PDF process: its pipes. Files are opened by
// that process, by the names that are in requests. The tag portable has this on Linux, too, where it can be tried.
type connection struct {
	in   io.WriteCloser
	out  io.ReadCloser
	kill func() // ends the process, and so a read that is under way

	writing sync.Mutex

	mu    sync.Mutex
	timer *time.Timer
	late  bool // the process was killed at the deadline
}

// newConnection connects a command, which is still to be started. begin is to be called when it was, or could not be.
func newConnection(cmd *exec.Cmd, kill func()) (link *connection, begin func(), err error) {
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

// SetDeadline bounds all reads and writes: then the process is killed.
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
	l.late = true
	l.mu.Unlock()
	l.kill()
}

// rest takes the deadline away, when no request is under way any more.
func (l *connection) clearDeadline() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.timer != nil {
		l.timer.Stop()
	}
}

func (l *connection) Read(p []byte) (int, error) {
	n, err := l.out.Read(p)
	return n, l.inTime(err)
}

// inTime gives err, or that the deadline was passed where that was the cause.
func (l *connection) inTime(err error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err != nil && l.late {
		return os.ErrDeadlineExceeded
	}
	return err
}

// Close ends the connection, once the process is gone.
func (l *connection) Close() error {
	l.clearDeadline()
	return errors.Join(l.in.Close(), l.out.Close())
}

// fileName is the name by which the process opens a file; empty for nil.
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

// send writes a request, in which the file is named.
func (l *connection) send(request []byte, _ *os.File) error {
	l.writing.Lock()
	defer l.writing.Unlock()
	_, err := l.in.Write(request)
	return l.inTime(err)
}
