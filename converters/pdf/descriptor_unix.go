//go:build unix

package pdf

import (
	"os"
	"syscall"
)

// duplicate returns a duplicate of the file's descriptor, which the C code closes.
func duplicate(file *os.File) (int, error) { return syscall.Dup(int(file.Fd())) }
