//go:build !linux

package disk

import (
	"errors"
	"os"
)

// allocate makes a file occupy a number of bytes on its disk. It is supported on Linux only.
func allocate(*os.File, int64) error { return errors.ErrUnsupported }
