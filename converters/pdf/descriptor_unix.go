//go:build unix

package pdf

import (
	"os"
	"syscall"
)

// duplicate returns a second descriptor of a file, which C closes.
func duplicate(file *os.File) (int, error) { return syscall.Dup(int(file.Fd())) }
