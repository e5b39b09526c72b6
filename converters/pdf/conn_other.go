//go:build !linux || portable

package pdf

import (
	"errors"
	"os"

	"lectern/converters/wire"
)

// Conn is the connection to who has started this process, by pipes: no descriptors come with what it
// reads, and files are opened by the names that requests have. The tag portable has this on Linux, too, where it can be tried.
type Conn struct{}

// Stdio is the connection to who has started this process.
func Stdio() *Conn { return &Conn{} }

// Read reads what has come.
func (*Conn) Read(p []byte) (int, error) { return os.Stdin.Read(p) }

// Write writes all of p.
func (*Conn) Write(p []byte) (int, error) { return os.Stdout.Write(p) }

// file opens the one that a request names.
func (*Conn) file(r wire.PDFRequest) (*os.File, error) {
	switch {
	case r.File == "":
		return nil, errors.New("the request names no file")
	case r.Op == wire.PDFDecrypt:
		return os.OpenFile(r.File, os.O_RDWR, 0)
	}
	return os.Open(r.File)
}
