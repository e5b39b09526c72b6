//go:build unix

package pdf

import (
	"os"
	"syscall"
)

// duplicate returns a descriptor of a file that C owns.
func duplicate(file *os.File) (int, error) { return syscall.Dup(int(file.Fd())) }
