package office

import (
	"fmt"
	"syscall"
	"time"

	"lectern/backend/internal/disk"
)

const (
	// minFreeSpace is the free disk space that a conversion needs, in bytes. LibreOffice does not report failed writes:
	// it treats the document as empty, or continues until the deadline. So the server checks the space.
	minFreeSpace = 16 << 20
	// spaceCheckPeriod is the interval at which the free space is checked during a conversion.
	spaceCheckPeriod = time.Second
)

// checkFreeSpace returns an error that wraps [syscall.ENOSPC] if the disk of the folder is almost full. It returns nil
// if the disk does not report its size. If such a disk is full, writing the document will fail.
func checkFreeSpace(folder string) error {
	room, err := disk.Usage(folder)
	if err != nil || room.Size == 0 {
		return nil
	}
	if room.Free < minFreeSpace {
		return fmt.Errorf("convert: %d bytes are free in %s: %w", room.Free, folder, syscall.ENOSPC)
	}
	return nil
}
