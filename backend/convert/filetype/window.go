package filetype

import (
	"errors"
	"io"
)

// readLimit bounds what is read of one file, in bytes. The directory of a real
// document is found within a small part of it.
const readLimit = 16 << 20

// readCost is what even the smallest read counts, so that the number of reads
// is bounded, too.
const readCost = 64

// errLimit says that a file's structure sent the reader further than readLimit.
var errLimit = errors.New("the file's structure is too large")

// window is a file of which only so much is read. It is used by one goroutine.
type window struct {
	r    io.ReaderAt
	size int64
	left int64
	// failed is the first error that was r's own and not the file's content.
	failed error
}

// ReadAt reads as io.ReaderAt does, and fails with errLimit once the limit is reached.
func (w *window) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 || off >= w.size {
		return 0, io.EOF
	}
	want := p[:min(int64(len(p)), w.size-off)]
	if w.left -= max(int64(len(want)), readCost); w.left < 0 {
		return 0, errLimit
	}
	n, err := w.r.ReadAt(want, off)
	if n == len(want) {
		err = nil
	} else if err != nil && w.failed == nil {
		w.failed = err
	}
	if err == nil && n < len(p) {
		err = io.EOF
	}
	return n, err
}

// full reads exactly n bytes at off.
func (w *window) full(off int64, n int) ([]byte, error) {
	buf := make([]byte, n)
	if got, err := w.ReadAt(buf, off); got < n {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	return buf, nil
}

// head reads the first n bytes, or all of a shorter file.
func (w *window) head(n int) ([]byte, error) {
	return w.full(0, int(min(int64(n), w.size)))
}
