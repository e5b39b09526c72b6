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

// ReserveFile is the name of a reserve in its folder.
const ReserveFile = "reserve"

// mostReserve is how many bytes a reserve has, unless its disk is small: then it has an eighth of that.
const mostReserve = 32 << 20

// Reserve is a file that takes up room on a disk. It is released when the disk is full, for what frees room and for a
// start, and made again right after. Several programs may use one.
type Reserve struct {
	path string
	size int64
}

// NewReserve returns the reserve of the disk that a folder lies on. Nothing is written yet.
func NewReserve(folder string) *Reserve {
	r := &Reserve{path: filepath.Join(folder, ReserveFile), size: mostReserve}
	if room, err := Look(folder); err == nil && room.Size > 0 {
		r.size = min(r.size, int64(room.Size/8))
	}
	return r
}

// IsKept reports whether the reserve takes up room.
func (r *Reserve) IsKept() bool { return r.held() > 0 }

// held returns how many bytes the reserve has.
func (r *Reserve) held() int64 {
	info, err := os.Stat(r.path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// Keep makes the reserve, and reports whether it is there. On a disk that is nearly full it is smaller, so that other
// programs do not take the room that it was released for.
func (r *Reserve) Keep() bool {
	held := r.held()
	if held >= r.size {
		return true
	}
	if want := r.wanted(held); want > held {
		if err := r.extend(want); err != nil && held == 0 {
			_ = os.Remove(r.path) // a part of it is of no use
		}
	}
	return r.IsKept()
}

// wanted returns how many bytes the reserve is to have, of which it holds some. A full disk keeps a little room for the
// log of the database.
func (r *Reserve) wanted(held int64) int64 {
	room, err := Look(filepath.Dir(r.path))
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
	if err = allocate(file, size); err != nil { // random bytes, as some file systems store zeros in no room
		_, err = io.CopyN(file, rand.Reader, size)
	}
	return errors.Join(err, file.Sync(), file.Close())
}

// Release gives the room of the reserve back, and reports whether there was any.
func (r *Reserve) Release() (released bool, err error) {
	err = os.Remove(r.path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// ReleaseForStart releases the reserve where less room is free than it has.
func (r *Reserve) ReleaseForStart() error {
	if !r.isScarce() {
		return nil
	}
	_, err := r.Release()
	return err
}

// Check returns an error that wraps [syscall.ENOSPC] where the reserve is released, and the disk has no more room than
// that: what is left is for what frees room, see [WithReserve]. Where there is room, the reserve is made whole again.
func (r *Reserve) Check(ctx context.Context) error {
	if r == nil || MayUseReserve(ctx) || r.Keep() || !r.isScarce() {
		return nil
	}
	return &fs.PathError{Op: "write to", Path: filepath.Dir(r.path), Err: syscall.ENOSPC}
}

func (r *Reserve) isScarce() bool {
	room, err := Look(filepath.Dir(r.path))
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
