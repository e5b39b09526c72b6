package office

import (
	"fmt"
	"syscall"
	"time"

	"lectern/backend/internal/disk"
)

const (
	// officeDiskMin is how much room a conversion needs, in bytes. LibreOffice does
	// not say that it could not write: it finds the document empty, or goes on until
	// the deadline, so the room is watched from outside.
	minFreeSpace = 16 << 20
	// officeLookPeriod is how often it is looked at while a conversion runs.
	spaceCheckPeriod = time.Second
)

// checkRoom gives an error that wraps [syscall.ENOSPC] where the disk of the folder
// is as good as full. One that does not tell its size is taken to have room: where
// it has none, writing the document tells.
func checkRoom(folder string) error {
	room, err := disk.Look(folder)
	if err != nil || room.Size == 0 {
		return nil
	}
	if room.Free < minFreeSpace {
		return fmt.Errorf("convert: %d bytes are free in %s: %w", room.Free, folder, syscall.ENOSPC)
	}
	return nil
}
