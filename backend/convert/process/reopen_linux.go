//go:build !portable

package process

import (
	"fmt"
	"os"
)

// Reopen opens a file again, with an independent read position. This works even if the file was deleted.
func Reopen(file *os.File) (*os.File, error) {
	return os.Open(fmt.Sprintf("/proc/self/fd/%d", file.Fd()))
}
