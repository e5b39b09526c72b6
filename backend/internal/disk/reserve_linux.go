package disk

import (
	"os"

	"golang.org/x/sys/unix"
)

// allocate makes a file occupy a number of bytes on its disk.
func allocate(file *os.File, size int64) error {
	return unix.Fallocate(int(file.Fd()), 0, 0, size)
}
