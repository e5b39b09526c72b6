//go:build !linux

package disk

import (
	"errors"
	"os"
)

// allocate leaves it to the caller to write the bytes.
func allocate(*os.File, int64) error { return errors.ErrUnsupported }
