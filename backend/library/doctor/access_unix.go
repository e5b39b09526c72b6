//go:build unix

package doctor

import "golang.org/x/sys/unix"

// checkWritable returns an error if this process cannot create files in a folder.
func checkWritable(folder string) error { return unix.Access(folder, unix.W_OK|unix.X_OK) }
