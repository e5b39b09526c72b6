//go:build !linux

package backend

import "errors"

// exchangeFolders cannot be done all at once here.
func exchangeFolders(_, _ string) error { return errors.ErrUnsupported }
