package watch

import (
	"errors"
	"time"

	"golang.org/x/sys/unix"
)

// renameFree gives the file there another name, which must be free. Where the file system cannot see to
// that, the error is [errors.ErrUnsupported].
func (p place) renameFree(to place) error {
	err := unix.Renameat2(p.fd(), p.name, to.fd(), to.name, unix.RENAME_NOREPLACE)
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS) {
		return errors.ErrUnsupported
	}
	return err
}

// openTraverse opens a folder for what is in it alone.
const openTraverse = unix.O_PATH

// birth returns what the file there keeps, where the file system records when it was made.
func (p place) birth() birth {
	var stat unix.Statx_t
	err := unix.Statx(p.fd(), p.name, unix.AT_SYMLINK_NOFOLLOW, unix.STATX_INO|unix.STATX_BTIME, &stat)
	if err != nil || stat.Mask&unix.STATX_BTIME == 0 {
		return birth{}
	}
	made := time.Unix(stat.Btime.Sec, int64(stat.Btime.Nsec))
	return birth{identity{unix.Mkdev(stat.Dev_major, stat.Dev_minor), stat.Ino}, made.UnixNano()}
}
