//go:build !portable

package pdf

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"syscall"

	"lectern/converters/wire"
)

// Conn is one end of a Unix stream socket. With bytes that it reads descriptors
// may come (SCM_RIGHTS), of which it keeps the last. The network poller is not
// used: the process has nothing else to wait for, and starts sooner without.
type Conn struct {
	fd int

	mu       sync.Mutex
	received int // -1 while there is none
}

// Stdio is the connection to who has started this process: the socket that is its standard input and output.
func Stdio() *Conn { return &Conn{fd: 0, received: -1} }

// file hands over the one that came last, once.
func (c *Conn) file(r wire.PDFRequest) (*os.File, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.received < 0 {
		return nil, errors.New("no descriptor came with the request")
	}
	file := os.NewFile(uintptr(c.received), string(r.Op))
	c.received = -1
	return file, nil
}

// Read reads what has come, and any descriptor with it.
func (c *Conn) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	rights := make([]byte, syscall.CmsgSpace(4))
	for {
		n, rightsSize, _, _, err := syscall.Recvmsg(c.fd, p, rights, syscall.MSG_CMSG_CLOEXEC)
		switch {
		case err == syscall.EINTR:
			continue
		case err != nil:
			return 0, fmt.Errorf("receive: %w", err)
		case n == 0:
			return 0, io.EOF
		}
		return n, c.keepRights(rights[:rightsSize])
	}
}

func (c *Conn) keepRights(rights []byte) error {
	if len(rights) == 0 {
		return nil
	}
	messages, err := syscall.ParseSocketControlMessage(rights)
	if err != nil {
		return fmt.Errorf("receive: %w", err)
	}
	for _, message := range messages {
		fds, err := syscall.ParseUnixRights(&message)
		if err != nil {
			return fmt.Errorf("receive: %w", err)
		}
		for _, fd := range fds {
			c.keep(fd)
		}
	}
	return nil
}

func (c *Conn) keep(fd int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.received >= 0 {
		_ = syscall.Close(c.received) // a second one that nobody asked for
	}
	c.received = fd
}

// Write writes all of p.
func (c *Conn) Write(p []byte) (int, error) {
	written := 0
	for written < len(p) {
		n, err := syscall.Write(c.fd, p[written:])
		if err == syscall.EINTR {
			continue
		}
		if err != nil {
			return written, fmt.Errorf("send: %w", err)
		}
		written += n
	}
	return written, nil
}
