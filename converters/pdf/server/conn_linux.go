//go:build !portable

package server

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"syscall"

	"lectern/converters/wire"
)

// Conn is one end of a Unix stream socket. It keeps the last file descriptor that was received with the bytes
// (SCM_RIGHTS). It does not use Go's network poller, because the process waits for nothing else, and starts faster
// without it.
type Conn struct {
	fd int

	mu       sync.Mutex
	received int // descriptor, or -1
}

// Stdio returns the connection to the parent process: the socket that is the standard input and output.
func Stdio() *Conn { return &Conn{fd: 0, received: -1} }

// file returns the file whose descriptor was received last. It returns each file only once.
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

// Read reads the next bytes, and keeps a descriptor that is received with them.
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
			c.storeDescriptor(fd)
		}
	}
	return nil
}

func (c *Conn) storeDescriptor(fd int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.received >= 0 {
		_ = syscall.Close(c.received) // not requested
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
