//go:build !linux || portable

package process

import "os"

// Reopen opens a file again, so that it can be read independently.
func Reopen(file *os.File) (*os.File, error) { return os.Open(file.Name()) }
