package disk

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// Usage returns the size and the free space of the disk that contains a path. On Windows the path must be a folder.
func Usage(path string) (Space, error) {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return Space{}, err
	}
	var room Space
	err = windows.GetDiskFreeSpaceEx(name, &room.Free, &room.Size, nil)
	return room, err
}

// SyncFolder syncs the names of the files in a folder to the disk. On Windows it does nothing, because the system
// writes names to the disk as they change.
func SyncFolder(string) error { return nil }

// SyncFile syncs the content of a file to the disk.
func SyncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0) // syncing needs write access
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
