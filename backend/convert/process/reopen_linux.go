//go:build !portable

package process

import (
	"fmt"
	"os"
)

// Reopen opens a file again, so that it can be read independently. The file may have been deleted.
func Reopen(file *os.File) (*os.File, error) {
	return os.Open(fmt.Sprintf("/proc/self/fd/%d", file.Fd()))
}
