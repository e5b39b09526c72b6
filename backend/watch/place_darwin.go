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

// passing opens a folder like any other: there is no other way to.
const passing = 0
