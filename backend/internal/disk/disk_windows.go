package disk

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// Look tells of the disk that a path, of a folder, lies on.
func Look(path string) (Room, error) {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return Room{}, err
	}
	var room Room
	err = windows.GetDiskFreeSpaceEx(name, &room.Free, &room.Size, nil)
	return room, err
}

// SyncFolder does nothing: the system brings names to the disk as they change, and syncs no folder.
func SyncFolder(string) error { return nil }

// SyncFile brings a file's bytes to the disk.
func SyncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0) // who may only read a file cannot have it synced
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
