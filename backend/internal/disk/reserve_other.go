//go:build !linux

package disk

import (
	"errors"
	"os"
)

// allocate returns an error, because this system cannot allocate space for a file.
func allocate(*os.File, int64) error { return errors.ErrUnsupported }
