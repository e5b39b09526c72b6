package watch

import (
	"errors"

	"golang.org/x/sys/unix"
)

// renameFree gives the file there another name, which must be free. Where the file system cannot see to
// that, the error is [errors.ErrUnsupported].
func (p place) renameFree(to place) error {
	err := unix.RenameatxNp(p.fd(), p.name, to.fd(), to.name, unix.RENAME_EXCL)
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOTSUP) {
		return errors.ErrUnsupported
	}
	return err
}

// openTraverse opens a folder like any other: there is no other way to.
const openTraverse = 0

// birth returns what the file there keeps, where the file system records when it was made.
func (p place) birth() birth {
	var stat unix.Stat_t
	err := unix.Fstatat(p.fd(), p.name, &stat, unix.AT_SYMLINK_NOFOLLOW)
	if err != nil || stat.Btim.Nano() == 0 {
		return birth{}
	}
	return birth{identity{uint64(stat.Dev), stat.Ino}, stat.Btim.Nano()}
}
