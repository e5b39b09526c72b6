package filetype

import (
	"errors"
	"io"
)

// readLimit is the maximum number of bytes that are read of one file. The directory of a normal document needs far
// less.
const readLimit = 16 << 20

// readCost is the minimum number of bytes that each read counts against readLimit. It limits the number of reads.
const readCost = 64

// errLimit means that reading the structure of a file would need more than readLimit bytes.
var errLimit = errors.New("the file's structure is too large")

// limitedReader reads a limited number of bytes of a file. It must not be used concurrently.
type limitedReader struct {
	r         io.ReaderAt
	size      int64
	remaining int64
	// readErr is the first error of reading r, such as a disk error. It does not mean that the file is damaged.
	readErr error
}

// ReadAt implements [io.ReaderAt]. It returns errLimit when the limit is reached.
func (w *limitedReader) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 || off >= w.size {
		return 0, io.EOF
	}
	want := p[:min(int64(len(p)), w.size-off)]
	if w.remaining -= max(int64(len(want)), readCost); w.remaining < 0 {
		return 0, errLimit
	}
	n, err := w.r.ReadAt(want, off)
	if n == len(want) {
		err = nil
	} else if err != nil && w.readErr == nil {
		w.readErr = err
	}
	if err == nil && n < len(p) {
		err = io.EOF
	}
	return n, err
}

// readFull reads exactly n bytes at off.
func (w *limitedReader) readFull(off int64, n int) ([]byte, error) {
	buf := make([]byte, n)
	if got, err := w.ReadAt(buf, off); got < n {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	return buf, nil
}

// head reads the first n bytes of the file, or all its bytes if there are fewer.
func (w *limitedReader) head(n int) ([]byte, error) {
	return w.readFull(0, int(min(int64(n), w.size)))
}
