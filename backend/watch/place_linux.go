package watch

import (
	"errors"

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

// passing opens a folder for what is in it alone.
const passing = unix.O_PATH
