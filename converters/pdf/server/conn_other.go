//go:build !linux || portable

package server

import (
	"errors"
	"os"

	"lectern/converters/wire"
)

// Conn is the connection to the parent process, over pipes. Pipes transfer no file descriptors, so files are opened by
// the path in the request. The build tag portable selects this implementation on Linux, for tests.
type Conn struct{}

// Stdio returns the connection to the parent process.
func Stdio() *Conn { return &Conn{} }

// Read reads from the parent process.
func (*Conn) Read(p []byte) (int, error) { return os.Stdin.Read(p) }

// Write writes to the parent process.
func (*Conn) Write(p []byte) (int, error) { return os.Stdout.Write(p) }

// file opens the file of a request.
func (*Conn) file(r wire.PDFRequest) (*os.File, error) {
	switch {
	case r.File == "":
		return nil, errors.New("the request does not name a file")
	case r.Op == wire.PDFDecrypt:
		return os.OpenFile(r.File, os.O_RDWR, 0)
	}
	return os.Open(r.File)
}
