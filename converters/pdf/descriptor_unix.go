//go:build unix

package pdf

import (
	"os"
	"syscall"
)

// duplicate gives C a descriptor of its own for a file.
func duplicate(file *os.File) (int, error) { return syscall.Dup(int(file.Fd())) }
