package disk

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// ReserveFile is the name of the reserve file.
const ReserveFile = "reserve"

// maxReserve is the maximum size of a reserve, in bytes. On a small disk, the size of the reserve is an eighth of the
// size of the disk.
const maxReserve = 32 << 20

// Reserve is a file that occupies space on a disk. When the disk is full, this file is removed, so that two kinds of
// operations can use its space: operations that free space, and the start of a server. Afterwards the file is created
// again. Several programs may share a reserve.
type Reserve struct {
	path string
	size int64
}

// NewReserve returns the reserve for the disk of a folder. It does not create the file yet.
func NewReserve(folder string) *Reserve {
	r := &Reserve{path: filepath.Join(folder, ReserveFile), size: maxReserve}
	if room, err := Usage(folder); err == nil && room.Size > 0 {
		r.size = min(r.size, int64(room.Size/8))
	}
	return r
}

// IsKept reports whether the reserve occupies space.
func (r *Reserve) IsKept() bool { return r.heldSize() > 0 }

// heldSize returns the size of the reserve in bytes.
func (r *Reserve) heldSize() int64 {
	info, err := os.Stat(r.path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// Keep creates the reserve, and reports whether it exists. On a nearly full disk the reserve is smaller, so that it
// leaves some space for other programs.
func (r *Reserve) Keep() bool {
	held := r.heldSize()
	if held >= r.size {
		return true
	}
	if want := r.wantedSize(held); want > held {
		if err := r.extend(want); err != nil && held == 0 {
			_ = os.Remove(r.path) // a reserve that is only partly written is useless
		}
	}
	return r.IsKept()
}

// wantedSize returns the size that the reserve should have. currentSize is the present size of the reserve. A little
// space remains free even on a full disk, for the write-ahead log of the database.
func (r *Reserve) wantedSize(currentSize int64) int64 {
	room, err := Usage(filepath.Dir(r.path))
	switch free := int64(room.Free); {
	case err != nil:
		return 0
	case free+currentSize >= 2*r.size:
		return r.size
	case currentSize == 0 && free-r.size/8 >= r.size/4:
		return min(r.size, free-r.size/8)
	}
	return currentSize
}

func (r *Reserve) extend(size int64) error {
	// The file is opened in non-blocking mode, because opening a pipe would otherwise wait for a reader.
	file, err := os.OpenFile(r.path, os.O_CREATE|os.O_WRONLY|syscall.O_NONBLOCK, 0o600)
	if err != nil {
		return err
	}
	// If allocate fails, random bytes are written, because some file systems store zeros without using space.
	if err = allocate(file, size); err != nil {
		_, err = io.CopyN(file, rand.Reader, size)
	}
	return errors.Join(err, file.Sync(), file.Close())
}

// Release frees the space of the reserve. It reports whether the reserve occupied any space.
func (r *Reserve) Release() (released bool, err error) {
	err = os.Remove(r.path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// ReleaseForStart releases the reserve if less space is free on the disk than the reserve occupies.
func (r *Reserve) ReleaseForStart() error {
	if !r.isScarce() {
		return nil
	}
	_, err := r.Release()
	return err
}

// Check returns an error that wraps [syscall.ENOSPC] if the reserve was released and the disk does not have enough free
// space to create it again. Then nothing may be written except by operations that delete something, see [WithReserve].
// If there is enough space, Check creates the reserve again and returns nil.
func (r *Reserve) Check(ctx context.Context) error {
	if r == nil || MayUseReserve(ctx) || r.Keep() || !r.isScarce() {
		return nil
	}
	return &fs.PathError{Op: "write to", Path: filepath.Dir(r.path), Err: syscall.ENOSPC}
}

func (r *Reserve) isScarce() bool {
	room, err := Usage(filepath.Dir(r.path))
	return err == nil && room.Size > 0 && room.Free < uint64(r.size)
}

type reserveKey struct{}

// WithReserve returns a context for an operation that may use the space of the reserve: an operation that frees space,
// or a part of the start of a server.
func WithReserve(ctx context.Context) context.Context {
	return context.WithValue(ctx, reserveKey{}, true)
}

// MayUseReserve reports whether the operation of a context may use the space of the reserve.
func MayUseReserve(ctx context.Context) bool {
	may, _ := ctx.Value(reserveKey{}).(bool)
	return may
}
