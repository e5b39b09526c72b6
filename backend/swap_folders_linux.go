package backend

import (
	"errors"

	"golang.org/x/sys/unix"
)

// exchangeFolders gives two folders each other's place, all at once. Where the disk cannot do that, the error is
// [errors.ErrUnsupported].
func exchangeFolders(a, b string) error {
	err := unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS) {
		return errors.ErrUnsupported
	}
	return err
}
