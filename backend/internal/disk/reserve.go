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

// maxReserve is the size of a reserve in bytes, unless that is more than an eighth of the disk.
const maxReserve = 32 << 20

// Reserve is a file that occupies space on a disk. It is released when the disk is full, for work that frees space and
// for a start, and created again afterwards. Several programs may share one.
type Reserve struct {
	path string
	size int64
}

// NewReserve returns the reserve of the disk of a folder. It does not write anything yet.
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
// does not use up the space that its release has freed for other programs.
func (r *Reserve) Keep() bool {
	held := r.heldSize()
	if held >= r.size {
		return true
	}
	if want := r.wantedSize(held); want > held {
		if err := r.extend(want); err != nil && held == 0 {
			_ = os.Remove(r.path) // a part of a reserve is useless
		}
	}
	return r.IsKept()
}

// wantedSize returns the size that the reserve should have, given its present size. A full disk keeps a little space
// for the log of the database.
func (r *Reserve) wantedSize(held int64) int64 {
	room, err := Usage(filepath.Dir(r.path))
	switch free := int64(room.Free); {
	case err != nil:
		return 0
	case free+held >= 2*r.size:
		return r.size
	case held == 0 && free-r.size/8 >= r.size/4:
		return min(r.size, free-r.size/8)
	}
	return held
}

func (r *Reserve) extend(size int64) error {
	file, err := os.OpenFile(r.path, os.O_CREATE|os.O_WRONLY|syscall.O_NONBLOCK, 0o600) // not to wait for the reader of a pipe
	if err != nil {
		return err
	}
	if err = allocate(file, size); err != nil { // random bytes, because some file systems use no space for zeros
		_, err = io.CopyN(file, rand.Reader, size)
	}
	return errors.Join(err, file.Sync(), file.Close())
}

// Release frees the space of the reserve, and reports whether there was any.
func (r *Reserve) Release() (released bool, err error) {
	err = os.Remove(r.path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// ReleaseForStart releases the reserve if less space is free than it occupies.
func (r *Reserve) ReleaseForStart() error {
	if !r.isScarce() {
		return nil
	}
	_, err := r.Release()
	return err
}

// Check returns an error that wraps [syscall.ENOSPC] if the reserve is released and the disk has no more free space
// than the reserve had: that space is for work that frees space, see [WithReserve]. If there is more space, Check
// restores the reserve.
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

// WithReserve returns a context of work that may use the room of a reserve: it frees room, or is part of a start.
func WithReserve(ctx context.Context) context.Context {
	return context.WithValue(ctx, reserveKey{}, true)
}

// MayUseReserve reports whether the work of a context may use the room of a reserve.
func MayUseReserve(ctx context.Context) bool {
	may, _ := ctx.Value(reserveKey{}).(bool)
	return may
}
