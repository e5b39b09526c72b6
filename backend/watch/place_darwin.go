package watch

import (
	"errors"

	"golang.org/x/sys/unix"
)

// renameFree renames the file at the place to an unused name. The error is [errors.ErrUnsupported] if the file system
// cannot do that atomically.
func (p place) renameFree(to place) error {
	err := unix.RenameatxNp(p.fd(), p.name, to.fd(), to.name, unix.RENAME_EXCL)
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOTSUP) {
		return errors.ErrUnsupported
	}
	return err
}

// openTraverse is the flag for opening a folder only to access its entries. On systems with such a flag this does not
// require the right to list the folder.
const openTraverse = 0

// birth returns the identity and creation time of the file at the place. It returns the zero value if the file system
// does not record creation times.
func (p place) birth() birth {
	var stat unix.Stat_t
	err := unix.Fstatat(p.fd(), p.name, &stat, unix.AT_SYMLINK_NOFOLLOW)
	if err != nil || stat.Btim.Nano() == 0 {
		return birth{}
	}
	return birth{identity{uint64(stat.Dev), stat.Ino}, stat.Btim.Nano()}
}
