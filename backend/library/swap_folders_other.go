//go:build !linux

package library

import "errors"

// swapFolders returns [errors.ErrUnsupported]: this system cannot swap folders atomically.
func swapFolders(_, _ string) error { return errors.ErrUnsupported }
