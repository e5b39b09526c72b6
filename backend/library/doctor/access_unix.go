//go:build unix

package doctor

import "golang.org/x/sys/unix"

// mayChange says by an error that nothing can be made in a folder.
func mayChange(folder string) error { return unix.Access(folder, unix.W_OK|unix.X_OK) }
