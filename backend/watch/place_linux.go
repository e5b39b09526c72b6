package watch

import (
	"errors"
	"time"

	"golang.org/x/sys/unix"
)

// renameFree renames the file at the place to an unused name. The error is [errors.ErrUnsupported] if the file system
// cannot do that atomically.
func (p place) renameFree(to place) error {
	err := unix.Renameat2(p.fd(), p.name, to.fd(), to.name, unix.RENAME_NOREPLACE)
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS) {
		return errors.ErrUnsupported
	}
	return err
}

// openTraverse is the flag for opening a folder only to access its entries. On systems with such a flag this does not
// require the right to list the folder.
const openTraverse = unix.O_PATH

// birth returns the identity and creation time of the file at the place. It returns the zero value if the file system
// does not record creation times.
func (p place) birth() birth {
	var stat unix.Statx_t
	err := unix.Statx(p.fd(), p.name, unix.AT_SYMLINK_NOFOLLOW, unix.STATX_INO|unix.STATX_BTIME, &stat)
	if err != nil || stat.Mask&unix.STATX_BTIME == 0 {
		return birth{}
	}
	made := time.Unix(stat.Btime.Sec, int64(stat.Btime.Nsec))
	return birth{identity{unix.Mkdev(stat.Dev_major, stat.Dev_minor), stat.Ino}, made.UnixNano()}
}
