package library

import (
	"errors"

	"golang.org/x/sys/unix"
)

// swapFolders swaps two folders atomically. If the file system cannot do that, the error is [errors.ErrUnsupported].
func swapFolders(a, b string) error {
	err := unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS) {
		return errors.ErrUnsupported
	}
	return err
}
