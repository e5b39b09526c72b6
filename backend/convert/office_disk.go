package convert

import (
	"fmt"
	"syscall"
	"time"
)

const (
	// officeDiskMin is how much room a conversion needs, in bytes. LibreOffice does
	// not say that it could not write: it finds the document empty, or goes on until
	// the deadline, so the room is watched from outside.
	officeDiskMin = 16 << 20
	// officeLookPeriod is how often it is looked at while a conversion runs.
	officeLookPeriod = time.Second
)

// checkRoom gives an error that wraps [syscall.ENOSPC] where the disk of the folder
// is as good as full. One that does not tell its size is taken to have room: where
// it has none, writing the document tells.
func checkRoom(folder string) error {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(folder, &disk); err != nil || disk.Blocks == 0 {
		return nil
	}
	if free := disk.Bavail * uint64(disk.Bsize); free < officeDiskMin {
		return fmt.Errorf("convert: %d bytes are free in %s: %w", free, folder, syscall.ENOSPC)
	}
	return nil
}
